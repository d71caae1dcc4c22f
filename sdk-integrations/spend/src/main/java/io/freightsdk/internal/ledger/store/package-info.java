/**
 * The storages of a ledger's rows: maps, a database, or a file of SQLite. A storage makes changes
 * one after the other, and decides nothing about money.
 */
@NullMarked
package io.freightsdk.internal.ledger.store;

import org.jspecify.annotations.NullMarked;
