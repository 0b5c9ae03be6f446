package prove

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A sqlMaker writes random SELECTs over the tables of the oracle's test. Each
// has an ORDER BY that leaves no ties, so that answers compare line by line.
type sqlMaker struct {
	rng *rand.Rand
}

func (m *sqlMaker) one(list ...string) string { return list[m.rng.IntN(len(list))] }

func (m *sqlMaker) statement() string {
	switch m.rng.IntN(4) {
	case 0:
		return fmt.Sprintf("SELECT * FROM club WHERE %s ORDER BY %sclub_id%s", m.predicate(m.clubTerm, "", 2), m.orders("name", "founded"), m.limit())
	case 1:
		return fmt.Sprintf("SELECT m.club_id, m.member_id, c.name, m.rating FROM member m %sJOIN club c ON c.club_id = m.club_id WHERE %s ORDER BY %sm.member_id, m.club_id%s",
			m.one("", "LEFT "), m.predicate(m.memberTerm, "m.", 2), m.orders("m.rating", "m.joined", "c.name"), m.limit())
	case 2:
		return fmt.Sprintf("SELECT member_id, name, nick FROM member JOIN club USING (club_id) WHERE %s ORDER BY %smember_id, club_id%s",
			m.predicate(m.memberTerm, "member.", 2), m.orders("nick", "active", "founded"), m.limit())
	}
	return fmt.Sprintf("SELECT club_id, member_id, %s FROM member WHERE %s ORDER BY %sclub_id, member_id%s",
		m.value(""), m.predicate(m.memberTerm, "", 3), m.orders("rating", "nick", "joined", "active", "lower(nick)"), m.limit())
}

func (m *sqlMaker) limit() string {
	if m.rng.IntN(3) == 0 {
		return fmt.Sprintf(" LIMIT %d", 1+m.rng.IntN(5))
	}
	return ""
}

func (m *sqlMaker) orders(columns ...string) string {
	out := ""
	for _, c := range columns {
		if m.rng.IntN(2) == 0 {
			out += c + m.one("", " DESC", " COLLATE BINARY") + ", "
		}
	}
	return out
}

// predicate makes a condition of terms on a table's columns, which t prefixes.
func (m *sqlMaker) predicate(term func(t string) string, t string, depth int) string {
	if depth > 0 {
		switch m.rng.IntN(5) {
		case 0:
			return fmt.Sprintf("(%s AND %s)", m.predicate(term, t, depth-1), m.predicate(term, t, depth-1))
		case 1:
			return fmt.Sprintf("(%s OR %s)", m.predicate(term, t, depth-1), m.predicate(term, t, depth-1))
		case 2:
			return fmt.Sprintf("NOT (%s)", m.predicate(term, t, depth-1))
		}
	}
	return term(t)
}

func (m *sqlMaker) clubTerm(t string) string {
	return m.fill(t, m.one(
		"Tname OP STR", "Tname LIKE PAT", "Tname NOT LIKE PAT", "Tname GLOB GPAT", "Tfounded OP DATE", "Tfounded IS NOT NULL", "Tfounded IS NULL",
		"Tname IN (STR, STR)", "Tname BETWEEN STR AND STR", "length(Tname) OP INT", "lower(Tname) = STR",
		"EXISTS (SELECT 1 FROM member x WHERE x.club_id = club.club_id AND x.rating OP INT)",
		"NOT EXISTS (SELECT 1 FROM member x WHERE x.club_id = club.club_id)",
	))
}

func (m *sqlMaker) memberTerm(t string) string {
	return m.fill(t, m.one(
		"Trating OP INT", "Trating BETWEEN INT AND INT", "Trating NOT BETWEEN INT AND INT", "Trating IN (INT, INT, INT)", "Trating NOT IN (INT, INT)",
		"Trating IS NULL", "Tnick IS NOT NULL", "Tnick OP STR", "Tnick LIKE PAT", "Tnick GLOB GPAT", "Tnick IN (STR, STR, STR)", "upper(Tnick) = STR",
		"Tjoined OP TIME", "Tjoined BETWEEN TIME AND TIME", "date(Tjoined) = DATE", "Tactive = TRUE", "Tactive", "NOT Tactive",
		"Trating + 1 OP INT", "Trating * 2 OP INT", "Trating / 3 = INT", "Trating % 4 = 1", "Trating / (Trating - Trating) IS NULL",
		"coalesce(Trating, 7) OP INT", "abs(Trating) OP INT", "length(Tnick) OP INT", "Tnick || 'z' OP STR", "Tmember_id OP Trating",
	))
}

func (m *sqlMaker) value(t string) string {
	return m.fill(t, m.one("Trating", "lower(Tnick)", "upper(Tnick)", "length(Tnick)", "date(Tjoined)", "Trating + Tmember_id",
		"Trating - 3", "-Trating", "abs(Tmember_id)", "coalesce(Tnick, 'none')", "Tnick || 'x'", "Tactive", "Tjoined"))
}

// fill replaces the capital words of a term by literals.
func (m *sqlMaker) fill(t, term string) string {
	words := map[string][]string{
		"OP":   {"=", "<>", "<", "<=", ">", ">="},
		"STR":  {"'a'", "'ab'", "'a#'", "'A'", "'b'", "''", "'10'", "'9'", "'é'", "'e'", "'😀'", "'~'", "'a b'"},
		"INT":  {"0", "1", "-1", "9", "10", "99", "100", "1000", "-500", ":nothing"},
		"TIME": {"'2026-05-28T19:05:33.000Z'", "'2026-05-28T19:05:33.001Z'", "'2024-02-29T23:59:59.999Z'", "'1970-01-01T00:00:00.000Z'"},
		"DATE": {"'2026-05-28'", "'2024-02-29'", "'2026-01-01'"},
		"PAT":  {"'a%'", "'%b'", "'a_'", "'_'", "'%a%'", "'A%'", "'a#%'", "'%'", "'a\\%'", "'é%'"},
		"GPAT": {"'a*'", "'*[0-9]*'", "'?'", "'[^a]*'", "'*[^A-Za-z0-9_-]*'", "'[]-a]*'", "'a[b#]*'"},
	}
	for _, w := range []string{"GPAT", "PAT", "OP", "STR", "INT", "TIME", "DATE"} {
		for strings.Contains(term, w) {
			term = strings.Replace(term, w, m.one(words[w]...), 1)
		}
	}
	for _, c := range []string{"name", "founded", "rating", "nick", "joined", "active", "member_id"} {
		term = strings.ReplaceAll(term, "T"+c, t+c)
	}
	return term
}
