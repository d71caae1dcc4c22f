package io.freightsdk.server.domain.ping;

import org.jspecify.annotations.Nullable;

/**
 * The members of a ping's body as JSON gave them: numbers, strings, booleans, lists, maps; null
 * when absent.
 */
public record RawPing(
    @Nullable Object lat,
    @Nullable Object lng,
    @Nullable Object accuracy,
    @Nullable Object speed,
    @Nullable Object heading,
    @Nullable Object timestamp) {}
