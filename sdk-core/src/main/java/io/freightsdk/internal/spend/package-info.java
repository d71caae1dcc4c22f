/**
 * How money is counted: limits, windows, reservations and the ledger, over books that a store
 * keeps. Nothing here builds a request or reads a response; that is the transport's work.
 */
@NullMarked
package io.freightsdk.internal.spend;

import org.jspecify.annotations.NullMarked;
