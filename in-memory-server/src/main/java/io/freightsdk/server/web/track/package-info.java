/**
 * The customer's page of a load.
 *
 * <p>Shows what {@code GET /api/track/{trackingToken}} returns and nothing more private: no broker,
 * identifier, rate or phone, and no names of parties or facilities, because shipments are often
 * blind.
 */
@NullMarked
package io.freightsdk.server.web.track;

import org.jspecify.annotations.NullMarked;
