/**
 * The five tools and their checks: schemas, repeated calls, approvals, limits, and the stop of paid
 * calls when the balance is used up. Uses the public API of client and ledger, and of the client
 * what it was built with.
 */
@NullMarked
package io.freightsdk.internal.agent;

import org.jspecify.annotations.NullMarked;
