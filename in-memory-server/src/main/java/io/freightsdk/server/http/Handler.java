package io.freightsdk.server.http;

import java.io.IOException;

/**
 * Answers one call. Refusals are thrown as {@code RefusedException} and rendered by the error
 * table.
 */
@FunctionalInterface
public interface Handler {
  Answer handle(Call call) throws IOException;
}
