package io.freightsdk.internal.json;

import io.freightsdk.internal.transport.WireAnswer;

/** Reads the successful answers of one operation. Pure and safe for concurrent use. */
@FunctionalInterface
public interface AnswerReader<T> {
  /**
   * Reads an answer with a 2xx status.
   *
   * @throws UnreadableAnswer when it is not what the API description states
   */
  Reading<T> read(WireAnswer answer) throws UnreadableAnswer;
}
