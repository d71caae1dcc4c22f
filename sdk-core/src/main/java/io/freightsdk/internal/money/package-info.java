/**
 * What a client's calls ask about money: live prices, the queue for a top-up, and the way to the
 * books. No rule about limits here: those are the books' own.
 */
@NullMarked
package io.freightsdk.internal.money;

import org.jspecify.annotations.NullMarked;
