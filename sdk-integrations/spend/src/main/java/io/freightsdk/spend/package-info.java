/**
 * What calls cost and how much may be spent: limits, scopes, and the ledger in memory, in a file or
 * in a database.
 */
@NullMarked
package io.freightsdk.spend;

import org.jspecify.annotations.NullMarked;
