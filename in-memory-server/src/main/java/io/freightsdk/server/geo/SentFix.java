package io.freightsdk.server.geo;

import java.time.Instant;

/**
 * A fix and the time at which the phone sent it. If the phone was offline, this is later than the
 * fix.
 *
 * @param sentAt the time to which the server's clock is set before the fix is sent
 */
public record SentFix(Instant sentAt, Fix fix) {}
