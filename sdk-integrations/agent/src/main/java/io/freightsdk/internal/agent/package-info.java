/**
 * The five tools and their checks: schemas, repeated calls, approvals, limits, and the stop of paid
 * calls when the balance is used up. Depends on the client's public API only.
 */
@NullMarked
package io.freightsdk.internal.agent;

import org.jspecify.annotations.NullMarked;
