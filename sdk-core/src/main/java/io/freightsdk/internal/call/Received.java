package io.freightsdk.internal.call;

import io.freightsdk.internal.json.AnswerReader.Content;
import io.freightsdk.internal.json.AnswerReader.UnreadableAnswer;
import io.freightsdk.internal.json.ErrorBody;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;

/** What came back for one request, already parsed. */
sealed interface Received<T> {
  /** No complete answer. */
  record NoAnswer<T>(WireFailure failure) implements Received<T> {}

  /** A complete answer. */
  sealed interface Answer<T> extends Received<T> {
    WireAnswer answer();
  }

  record Success<T>(WireAnswer answer, Content<T> content) implements Answer<T> {}

  record ErrorAnswer<T>(WireAnswer answer, ErrorBody body) implements Answer<T> {}

  record Unreadable<T>(WireAnswer answer, UnreadableAnswer why) implements Answer<T> {}

  /** The client itself failed, for example without memory. */
  record Fault<T>(WireAnswer answer, Throwable thrown) implements Answer<T> {}

  /** Parses the answer, which consumes its body. Never throws. */
  static <T> Received<T> of(Exchange.Result came, CallSpec<T> spec) {
    if (came instanceof WireFailure failure) return new NoAnswer<>(failure);
    WireAnswer answer = (WireAnswer) came;
    try {
      boolean errorAnswer = answer.status() < 200 || answer.status() >= 300;
      if (errorAnswer) return new ErrorAnswer<>(answer, ErrorBody.read(answer.body()));
      return new Success<>(answer, spec.reader().read(answer));
    } catch (UnreadableAnswer why) {
      return new Unreadable<>(answer, why);
    } catch (Throwable fault) {
      return new Fault<>(answer, fault);
    }
  }
}
