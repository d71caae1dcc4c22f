/**
 * Faults that a test plans. The service stores the plan. Calls fail in the HTTP layer, and billing
 * fails where a call would be charged.
 */
@NullMarked
package io.freightsdk.server.fault;

import org.jspecify.annotations.NullMarked;
