/** A file of SQLite and the folder that it lies in; nothing of ledgers. */
@NullMarked
package io.freightsdk.internal.ledger.sqlite;

import org.jspecify.annotations.NullMarked;
