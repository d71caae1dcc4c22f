package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.TrackedPosition;
import java.io.IOException;
import java.io.Serial;
import java.util.function.Function;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Reads the successful answers of one operation. Pure and safe for concurrent use. */
@FunctionalInterface
public interface AnswerReader<T> {
  int MAX_EXCERPT_CHARS = 512;

  /**
   * Reads an answer with a 2xx status.
   *
   * @throws UnreadableAnswer when it is not what the API description states
   */
  Reading<T> read(WireAnswer answer) throws UnreadableAnswer;

  /**
   * The content of an answer.
   *
   * @param paid whether the service charged for it, by the API description
   * @param loadNumber the load it names; null when it names none
   * @param result makes the result, once attempts and charge are known
   */
  record Reading<T>(boolean paid, @Nullable String loadNumber, Result<T> result) {
    /** Makes the result of a call from what only the call knows. */
    @FunctionalInterface
    public interface Result<T> {
      /**
       * The result.
       *
       * @param earlier what an earlier call with the same key was charged; null when none was
       */
      T of(int attempts, Charge charge, @Nullable Charge earlier);
    }
  }

  /** An answer of success that cannot be read; becomes a {@code FreightDecodingException}. */
  final class UnreadableAnswer extends Exception {
    @Serial private static final long serialVersionUID = 1;

    /** Whether it certainly was charged. */
    public final boolean paid;

    /** What is wrong, without quoting the body. */
    public final String fact;

    /** Where in the JSON; null when the fault is not at one place. */
    public final @Nullable String path;

    /** The start of the body, bounded and masked. */
    public final String excerpt;

    /** The load number in the body; null when none can be read. */
    public final @Nullable String loadNumber;

    UnreadableAnswer(
        boolean paid,
        String fact,
        @Nullable String path,
        String excerpt,
        @Nullable String loadNumber,
        @Nullable Throwable cause) {
      super(fact, cause, false, false);
      this.paid = paid;
      this.fact = fact;
      this.path = path;
      this.excerpt = excerpt;
      this.loadNumber = loadNumber;
    }
  }

  /** Reads a 200 with this body; {@code paid} says whether the service charges for it. */
  static <T> AnswerReader<T> ok(Class<T> type, boolean paid) {
    return answer -> {
      if (answer.status() != 200) {
        throw undocumented(answer);
      }
      T value = body(type, answer, paid);
      return new Reading<>(paid, null, (attempts, charge, earlier) -> value);
    };
  }

  /**
   * Reads a position of this load; a position of another load is refused, because it answers
   * another request.
   */
  static AnswerReader<LoadPosition> position(String loadNumber) {
    return ofLoad(LoadPosition.class, LoadPosition::loadNumber, loadNumber);
  }

  /** The same, in the short form of section 2.10. */
  static AnswerReader<TrackedPosition> trackedPosition(String loadNumber) {
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
            false, "it is about a load other than " + loadNumber, "$.loadNumber", "", null, null);
      }
      return new Reading<>(true, null, (attempts, charge, earlier) -> value);
    };
  }

  /** Reads a load creation: 201 is a new load and was charged, 200 a known one and was not. */
  static AnswerReader<CreateLoadOutcome> createdLoad(String idempotencyKey) {
    return answer ->
        switch (answer.status()) {
          case 201 -> created(answer, idempotencyKey);
          case 200 -> deduplicated(answer, idempotencyKey);
          default -> throw undocumented(answer);
        };
  }

  /** Refuses every success, because the API description has none for the operation. */
  static <T> AnswerReader<T> none() {
    return answer -> {
      throw undocumented(answer);
    };
  }

  private static Reading<CreateLoadOutcome> created(WireAnswer answer, String key)
      throws UnreadableAnswer {
    CreateLoadResult load = body(CreateLoadResult.class, answer, true);
    if (Boolean.FALSE.equals(load.success())) throw contradiction("$.success");
    return new Reading<>(
        true,
        load.loadNumber(),
        (attempts, charge, earlier) ->
            new CreateLoadOutcome.Created(load, key, attempts, charge, earlier));
  }

  private static Reading<CreateLoadOutcome> deduplicated(WireAnswer answer, String key)
      throws UnreadableAnswer {
    DedupCreateLoadResult load = body(DedupCreateLoadResult.class, answer, false);
    if (!load.ok()) throw contradiction("$.ok");
    if (!load.deduplicated()) throw contradiction("$.deduplicated");
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
    // A body that cannot be read is needed again, for the excerpt and the load number. It is copied
    // and not cloned, because okio never reuses memory that a clone has shared: 8 KB for each
    // answer.
    Buffer copy = new Buffer();
    JsonReader json = JsonReader.of(copy);
    try {
      answer.body().copyTo(copy.outputStream());
      T value = FreightJson.adapter(type).fromJson(json);
      if (value == null) {
        throw unreadable(answer, paid && isOfTheService(answer), "it is null", null, null);
      }
      answer.body().clear(); // Its memory goes back to okio's pool.
      return value;
    } catch (IOException | JsonDataException e) {
      String path = e instanceof JsonDataException wrong ? FreightJson.path(wrong) : json.getPath();
      String fact =
          isJson(answer.contentType())
              ? path == null ? fact(e) : fact(e) + " at " + path
              : "its content type is "
                  + contentType(answer)
                  + ", not application/json; is the base URL that of the service?";
      throw unreadable(answer, paid && isOfTheService(answer), fact, path, e);
    } finally {
      copy.clear();
    }
  }

  private static String fact(Exception e) {
    return e instanceof JsonDataException ? "a member is missing or of the wrong type" : "not JSON";
  }

  /**
   * A readable body with another content type is accepted; for an unreadable one, the type explains
   * the failure.
   */
  private static boolean isJson(@Nullable MediaType type) {
    return type == null || type.subtype().equals("json") || type.subtype().endsWith("+json");
  }

  /**
   * Whether an unreadable body seems to be the service's all the same. A page, or nothing at all,
   * is what others say, and they do not know whether the service charged.
   */
  private static boolean isOfTheService(WireAnswer answer) {
    MediaType type = answer.contentType();
    return type != null && isJson(type) && answer.body().size() > 0;
  }

  private static String contentType(WireAnswer answer) {
    MediaType type = answer.contentType();
    return type == null ? "absent" : type.type() + "/" + type.subtype();
  }

  /** A member is false that is always true by the API description. */
  private static UnreadableAnswer contradiction(String path) {
    String fact = "its status and its body contradict each other at " + path;
    return new UnreadableAnswer(false, fact, path, "", null, null);
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
        paid, fact, path, excerpt(answer.body()), loadNumber(answer.body()), cause);
  }

  /** The start of a body that could not be read, shortened and masked, for troubleshooting. */
  private static String excerpt(Buffer body) {
    // More than is shown, so that a link cut by its end is still seen as a link.
    int bytes = (int) Math.min(4 * MAX_EXCERPT_CHARS, body.size());
    String text = Redactor.mask(body.snapshot(bytes).utf8());
    return text.length() <= MAX_EXCERPT_CHARS ? text : text.substring(0, MAX_EXCERPT_CHARS);
  }

  /**
   * The top-level {@code loadNumber} of a damaged body, because that load is paid for; null when
   * there is none before the damage.
   */
  private static @Nullable String loadNumber(Buffer body) {
    JsonReader json = JsonReader.of(body.clone());
    try {
      json.beginObject();
      while (json.hasNext()) {
        boolean found = json.nextName().equals("loadNumber");
        if (found && json.peek() == JsonReader.Token.STRING) return json.nextString();
        json.skipValue();
      }
    } catch (IOException | JsonDataException damaged) {
      // Nothing readable any more.
    }
    return null;
  }
}
