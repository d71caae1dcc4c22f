/**
 * The customer's page of a load, and what is sent to keep it current.
 *
 * <p>Shows what {@code GET /api/track/{trackingToken}} tells and nothing more private: no broker,
 * identifier, rate or phone, and no party's or facility's name, because shipments are often blind.
 */
@NullMarked
package io.freightsdk.server.web.track;

import org.jspecify.annotations.NullMarked;
