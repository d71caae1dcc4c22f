/** The ledger in a database that processes share: its tables, and the rows of one transaction. */
@NullMarked
package io.freightsdk.internal.spend.jdbc;

import org.jspecify.annotations.NullMarked;
