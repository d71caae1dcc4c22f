/**
 * What ledger and positions need of a database: connections, transactions, making tables.
 * Knows no table and no rule of theirs.
 */
@NullMarked
package io.freightsdk.internal.sql;

import org.jspecify.annotations.NullMarked;
