// Package heat says which requests DynamoDB would throttle: token buckets for
// a table or a global index and for each of its partitions, and how partitions
// come about, split and help. It is pure: time comes in with every call, and
// the same calls give the same answers. Start at Resource.
//
// # What AWS documents
//
//   - A partition serves at most 3,000 read and 1,000 write units a second,
//     reads and writes apart from each other (Developer Guide, "Key range
//     throughput exceeded").
//   - Provisioned capacity that is not used is kept for 300 seconds, and may be
//     spent at once ("Burst and adaptive capacity"); a burst does not lift the
//     limit of a partition (AWS re:Post, "spiky workloads in short intervals").
//   - Capacity is divided among partitions, and a busy one gets more of it at
//     once, as long as the table's total and the partition's limit are kept
//     (the same page, "Boost throughput capacity to high-traffic partitions").
//   - A table begins with RCU/3,000 + WCU/1,000 partitions, rounded up, or one
//     for every 10 GB if that is more ("Guidelines for tables", 2017; later
//     editions no longer say). Partitions are split and never merged, and there
//     are more of them once throughput is raised above what it ever was (AWS
//     Database Blog, "Scaling DynamoDB", part 3).
//   - A new on-demand table serves 12,000 read and 4,000 write units a second;
//     traffic may double every 30 minutes ("On-demand capacity mode", "Warm
//     throughput"). A maximum may be set; the account has one of 40,000 a
//     table.
//   - A partition with sustained traffic near its limit is split, which helps
//     if several items are busy and not if one is; frequently accessed items are
//     put apart; the items of one partition key are split by sort key, except in
//     tables with local indexes; a sort key that only grows gains nothing (part
//     3 of the blog; "Isolate frequently accessed items").
//   - A request is admitted while the bucket holds tokens, and a table's total
//     is one bucket for all partitions ("Amazon DynamoDB: A Scalable,
//     Predictably Performant, and Fully Managed NoSQL Database Service", USENIX
//     ATC 2022, admission control).
//
// # What is our model of it
//
//   - A bucket that holds any tokens admits a request of any size, and goes
//     below zero by it; what a request costs is known only when it is done.
//   - A new bucket holds one second's worth: a burst has to be saved first.
//     Buckets of partitions' limits, of on-demand maxima and of the account
//     never hold more than one second's worth.
//   - On-demand capacity is nothing but its partitions, as many as serve it
//     evenly: throttling beyond it is a partition's, as AWS reports it. After
//     30 minutes there are as many as serve twice the busiest minute.
//   - A partition is split when over Config.SplitAfter (5 minutes by default) it
//     gave 80 % of its limit, where its sampled traffic falls into the most even
//     halves; each half inherits half of its share of the capacity.
//   - A sort key only grows, or only falls, if 90 % of the sampled writes to the
//     one busy partition key went beyond all before.
//   - At most 10,000 partitions are kept, and a rate above 10 million units a
//     second is no limit.
package heat
