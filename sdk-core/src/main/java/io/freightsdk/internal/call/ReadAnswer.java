package io.freightsdk.internal.call;

import io.freightsdk.internal.json.AnswerReader.Reading;
import io.freightsdk.internal.json.AnswerReader.UnreadableAnswer;
import io.freightsdk.internal.json.Refusal;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;

/** What came of a request, read once. */
sealed interface ReadAnswer<T> {
  record None<T>(WireFailure failure) implements ReadAnswer<T> {}

  /** A complete answer. */
  sealed interface Answer<T> extends ReadAnswer<T> {
    WireAnswer answer();
  }

  record Success<T>(WireAnswer answer, Reading<T> reading) implements Answer<T> {}

  record Refused<T>(WireAnswer answer, Refusal refusal) implements Answer<T> {}

  record Unreadable<T>(WireAnswer answer, UnreadableAnswer why) implements Answer<T> {}

  /** The client itself failed, for example without memory. */
  record Fault<T>(WireAnswer answer, Throwable thrown) implements Answer<T> {}

  /** Reads the answer, which empties it. Throws nothing. */
  static <T> ReadAnswer<T> of(Exchange.Result came, CallSpec<T> spec) {
    if (came instanceof WireFailure failure) return new None<>(failure);
    WireAnswer answer = (WireAnswer) came;
    try {
      boolean refused = answer.status() < 200 || answer.status() >= 300;
      if (refused) return new Refused<>(answer, Refusal.read(answer.body()));
      return new Success<>(answer, spec.reader().read(answer));
    } catch (UnreadableAnswer why) {
      return new Unreadable<>(answer, why);
    } catch (Throwable fault) {
      return new Fault<>(answer, fault);
    }
  }
}
