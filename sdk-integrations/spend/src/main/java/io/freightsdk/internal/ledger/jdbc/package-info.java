/**
 * A ledger in a relational database: its statements, what the databases differ in, and changes. The
 * table of positions that processes share stands on the same.
 */
@NullMarked
package io.freightsdk.internal.ledger.jdbc;

import org.jspecify.annotations.NullMarked;
