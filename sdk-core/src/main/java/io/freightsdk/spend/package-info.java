/**
 * What calls cost and how much may be spent: live prices, limits, the ledger and its storage, and
 * what to do when the balance does not cover a call.
 */
@NullMarked
package io.freightsdk.spend;

import org.jspecify.annotations.NullMarked;
