/**
 * Faults that a test plans, to see how an application handles failures of the service and the
 * network.
 */
@NullMarked
package io.freightsdk.server.fault;

import org.jspecify.annotations.NullMarked;
