package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.TrackedPosition;
import java.io.IOException;
import java.util.function.Function;
import okhttp3.MediaType;
import org.jspecify.annotations.Nullable;

/** The readers of successful answers, one per shape. */
public final class AnswerReaders {
  private AnswerReaders() {}

  /** Reads a 200 with this body; {@code paid} says whether the service charges for it. */
  public static <T> AnswerReader<T> ok(Class<T> type, boolean paid) {
    return answer -> {
      if (answer.status() != 200) {
        throw undocumented(answer);
      }
      T value = body(type, answer, paid);
      return new Reading<>(paid, null, (attempts, charge, earlier) -> value);
    };
  }

  /** Reads a position of this load; an answer about another one is an answer to somebody else. */
  public static AnswerReader<LoadPosition> position(String loadNumber) {
    return ofLoad(LoadPosition.class, LoadPosition::loadNumber, loadNumber);
  }

  /** The same, in the short form of section 2.10. */
  public static AnswerReader<TrackedPosition> trackedPosition(String loadNumber) {
    return ofLoad(TrackedPosition.class, TrackedPosition::loadNumber, loadNumber);
  }

  private static <T> AnswerReader<T> ofLoad(
      Class<T> type, Function<T, String> loadOf, String loadNumber) {
    return answer -> {
      if (answer.status() != 200) {
        throw undocumented(answer);
      }
      T value = body(type, answer, true);
      if (!loadNumber.equals(loadOf.apply(value))) {
        throw new UnreadableAnswer(
            false, "it is about another load than " + loadNumber, "$.loadNumber", "", null, null);
      }
      return new Reading<>(true, null, (attempts, charge, earlier) -> value);
    };
  }

  /** Reads a load creation: 201 is a new load and was charged, 200 a known one and was not. */
  public static AnswerReader<CreateLoadOutcome> createdLoad(String idempotencyKey) {
    return answer ->
        switch (answer.status()) {
          case 201 -> created(answer, idempotencyKey);
          case 200 -> deduplicated(answer, idempotencyKey);
          default -> throw undocumented(answer);
        };
  }

  /** Reads no success at all: the API description has none for the operation. */
  public static <T> AnswerReader<T> none() {
    return answer -> {
      throw undocumented(answer);
    };
  }

  private static Reading<CreateLoadOutcome> created(WireAnswer answer, String key)
      throws UnreadableAnswer {
    CreateLoadResult load = body(CreateLoadResult.class, answer, true);
    return new Reading<>(
        true,
        load.loadNumber(),
        (attempts, charge, earlier) ->
            new CreateLoadOutcome.Created(load, key, attempts, charge, earlier));
  }

  private static Reading<CreateLoadOutcome> deduplicated(WireAnswer answer, String key)
      throws UnreadableAnswer {
    DedupCreateLoadResult load = body(DedupCreateLoadResult.class, answer, false);
    return new Reading<>(
        false,
        load.loadNumber(),
        (attempts, charge, earlier) ->
            new CreateLoadOutcome.Deduplicated(load, key, attempts, charge));
  }

  private static <T> T body(Class<T> type, WireAnswer answer, boolean paid)
      throws UnreadableAnswer {
    if (answer.oversized()) {
      throw unreadable(
          answer, false, "it is longer than the client's maxResponseBytes", null, null);
    }
    T whole = readWhole(type, answer);
    if (whole != null) {
      return whole;
    }
    JsonReader json = JsonReader.of(answer.body().clone());
    try {
      T value = FreightJson.adapter(type).fromJson(json);
      if (value == null) {
        throw unreadable(answer, paid, "it is null", null, null);
      }
      return value;
    } catch (IOException | JsonDataException e) {
      String path = e instanceof JsonDataException wrong ? FreightJson.path(wrong) : json.getPath();
      String fact =
          isJson(answer.contentType())
              ? path == null ? fact(e) : fact(e) + " at " + path
              : "its content type is "
                  + contentType(answer)
                  + ", not application/json; is the base URL that of the service?";
      // A page of HTML comes from somewhere else: whether the service charged is open.
      boolean surelyPaid = paid && isJson(answer.contentType());
      throw unreadable(answer, surelyPaid, fact, path, e);
    }
  }

  /**
   * The quick way for a body that is as it should be: it uses the body up, so that its memory goes
   * back to okio's pool. Null leaves the rest, and the whole body, to the thorough way.
   */
  private static <T> @Nullable T readWhole(Class<T> type, WireAnswer answer) {
    try {
      return FreightJson.read(type, answer.body());
    } catch (IOException | JsonDataException e) {
      return null;
    }
  }

  private static String fact(Exception e) {
    return e instanceof JsonDataException ? "a member is missing or of the wrong type" : "no JSON";
  }

  /** A wrong label on a readable body costs nobody what was paid for; on another it explains it. */
  private static boolean isJson(@Nullable MediaType type) {
    return type == null || type.subtype().equals("json") || type.subtype().endsWith("+json");
  }

  private static String contentType(WireAnswer answer) {
    MediaType type = answer.contentType();
    return type == null ? "absent" : type.type() + "/" + type.subtype();
  }

  private static UnreadableAnswer undocumented(WireAnswer answer) {
    return unreadable(
        answer, false, "the API description has no such answer for the operation", null, null);
  }

  private static UnreadableAnswer unreadable(
      WireAnswer answer,
      boolean paid,
      String fact,
      @Nullable String path,
      @Nullable Exception cause) {
    return new UnreadableAnswer(
        paid, fact, path, Excerpt.of(answer.body()), LoadNumbers.find(answer.body()), cause);
  }
}
