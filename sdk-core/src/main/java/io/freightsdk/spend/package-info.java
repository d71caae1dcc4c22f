/**
 * Knowing and capping what calls cost: live prices, limits, the ledger, where its books are kept,
 * and what to do when the balance does not cover a call.
 */
@NullMarked
package io.freightsdk.spend;

import org.jspecify.annotations.NullMarked;
