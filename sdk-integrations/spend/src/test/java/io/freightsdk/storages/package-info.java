/**
 * What a ledger promises on each storage: its tables and scripts, a database that fails, is silent,
 * is killed or comes back, a file that many want. A ledger in a database that says nothing ends a
 * call at most 5 s after its deadline: {@code DatabaseThatHangsIT}.
 */
package io.freightsdk.storages;
