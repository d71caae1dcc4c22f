package io.freightsdk.server.geo;

import java.time.Instant;

/**
 * A fix and the time at which the phone sent it, which is later than the fix if the phone was
 * offline.
 *
 * @param sentAt set the server's clock to this before sending the fix
 */
public record SentFix(Instant sentAt, Fix fix) {}
