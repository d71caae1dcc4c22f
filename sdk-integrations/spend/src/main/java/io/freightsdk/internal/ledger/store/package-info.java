/**
 * Where the rows of a ledger are: in maps, in a database, or in a file of SQLite. A storage makes
 * changes one after the other, and decides nothing about money. The thread that works on a database
 * serves positions too.
 */
@NullMarked
package io.freightsdk.internal.ledger.store;

import org.jspecify.annotations.NullMarked;
