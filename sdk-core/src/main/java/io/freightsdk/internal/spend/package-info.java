/**
 * How money is counted: prices, windows, holds, the ledger's books and the wait for a top-up.
 * Nothing here builds a request or reads a response; that is the transport's work.
 */
@NullMarked
package io.freightsdk.internal.spend;

import org.jspecify.annotations.NullMarked;
