/**
 * The tools: their texts and schemas as files, reading of arguments, prices, approvals, limits, and
 * failures in words. Uses the public API of the tools, of the client and of the ledger, and the
 * core's clocks and waits. Only {@code FreightTools} uses it in turn: calls, results and errors of
 * tools are values of users.
 */
@NullMarked
package io.freightsdk.internal.agent;

import org.jspecify.annotations.NullMarked;
