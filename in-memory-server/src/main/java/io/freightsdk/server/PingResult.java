package io.freightsdk.server;

import org.jspecify.annotations.Nullable;

/**
 * What the service made of one fix.
 *
 * @param accepted whether it is part of the track now
 * @param lowConfidence accepted, but a new baseline after a gap or explained only by its accuracy
 * @param refusal why it is not, such as {@code throttled}, {@code teleport} or {@code
 *     tracking_ended}; null when accepted
 */
public record PingResult(boolean accepted, boolean lowConfidence, @Nullable String refusal) {}
