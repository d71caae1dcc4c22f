/**
 * Failures on demand: what goes wrong, and when. Where they strike is the HTTP layer's business.
 */
@NullMarked
package io.freightsdk.server.fault;

import org.jspecify.annotations.NullMarked;
