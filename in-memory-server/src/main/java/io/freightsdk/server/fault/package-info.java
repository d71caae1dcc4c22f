/**
 * Failures on demand, as a test plans them. The service keeps the plan; calls fail in the HTTP
 * layer, and billing fails where a call would be charged.
 */
@NullMarked
package io.freightsdk.server.fault;

import org.jspecify.annotations.NullMarked;
