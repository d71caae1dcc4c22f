package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.TrackedPosition;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Predicate;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Reads the successful answers of one operation. Pure and safe for concurrent use. */
@FunctionalInterface
public interface AnswerReader<T> {
  int MAX_EXCERPT_CHARS = 512;

  /** An unreadable body is never a charge. */
  Predicate<String> NOTHING = loadNumber -> false;

  /** An unreadable body is a charge if it names any load. */
  Predicate<String> ANY_LOAD = loadNumber -> true;

  /** From here on a balance is a mistake. */
  BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

  /**
   * Reads an answer with a 2xx status.
   *
   * @throws UnreadableAnswer when it is not what the API description states
   */
  Content<T> read(WireAnswer answer) throws UnreadableAnswer;

  /**
   * The content of an answer.
   *
   * @param paid whether the service charged for it, by the API description
   * @param load that a creation returned; null for everything else
   * @param result makes the result, once attempts and charge are known
   */
  record Content<T>(boolean paid, @Nullable NamedLoad load, Result<T> result) {
    /** Makes the result of a call from what only the call knows. */
    @FunctionalInterface
    public interface Result<T> {
      T of(int attempts, Charge charge);
    }
  }

  /**
   * The load that one answer names.
   *
   * @param id a UUID; null if the answer was damaged before it
   * @param trackingLink its public page; null if the answer was damaged
   */
  record NamedLoad(String number, @Nullable String id, @Nullable String trackingLink) {
    /** Without the link, which is a secret. */
    @Override
    public String toString() {
      return "NamedLoad[" + number + ", " + id + "]";
    }
  }

  /** An answer of success that cannot be read; becomes a {@code FreightDecodingException}. */
  final class UnreadableAnswer extends Exception {
    @Serial private static final long serialVersionUID = 1;

    /** The end of a fact about an answer that another service has given. */
    public static final String WRONG_URL = "; is the base URL that of the service?";

    /** Whether it certainly was charged. */
    public final boolean paid;

    /** What is wrong, without quoting the body. */
    public final String fact;

    /** Where in the JSON; null when the fault is not at one place. */
    public final @Nullable String path;

    /** The start of the body, bounded and masked. */
    public final String excerpt;

    /** The load that the body names; null when no number can be read. */
    public final transient @Nullable NamedLoad load;

    /** Whether something other than the service wrote it, such as a page, by its content type. */
    public final boolean notTheService;

    UnreadableAnswer(
        boolean paid,
        boolean notTheService,
        String fact,
        @Nullable String path,
        String excerpt,
        @Nullable NamedLoad load,
        @Nullable Throwable cause) {
      super(fact, cause, false, false);
      this.paid = paid;
      this.notTheService = notTheService;
      this.fact = fact;
      this.path = path;
      this.excerpt = excerpt;
      this.load = load;
    }
  }

  /**
   * Reads a 200 with this body, which by the API description is no charge to the balance. What a
   * card top-up takes from the card, and a confirmation that has a price, {@code ChargeRules} adds.
   */
  static <T> AnswerReader<T> notFromBalance(Class<T> type) {
    return answer -> {
      if (answer.status() != 200) throw undocumented(answer);

      T value = body(type, answer, NOTHING);
      return new Content<>(false, null, (attempts, charge) -> value);
    };
  }

  /** The prepaid balance: an amount in USD that can be counted. */
  static AnswerReader<Balance> balance() {
    return answer -> {
      Content<Balance> content = AnswerReader.notFromBalance(Balance.class).read(answer);
      Balance balance = content.result().of(1, Charge.NONE);
      requireUsd(balance.currency());
      BigDecimal usd = balance.balanceUsd();
      if (usd == null) throw contradiction("it has no balance", "$.balanceUsd");
      boolean isMoney = usd.abs().compareTo(MOST) < 0;
      if (!isMoney) throw contradiction("its balance is no amount of money", "$.balanceUsd");
      return content;
    };
  }

  /** The price list, in USD. */
  static AnswerReader<Pricing> pricing() {
    return answer -> {
      Content<Pricing> content = AnswerReader.notFromBalance(Pricing.class).read(answer);
      requireUsd(content.result().of(1, Charge.NONE).currency());
      return content;
    };
  }

  /** USD is the only currency of the API description; an absent member says nothing else. */
  private static void requireUsd(@Nullable String currency) throws UnreadableAnswer {
    if (currency == null || currency.equalsIgnoreCase("USD")) return;
    throw contradiction("it is in another currency than USD", "$.currency");
  }

  /**
   * Reads a position of this load; a position of another load is refused, because it answers
   * another request.
   */
  static AnswerReader<LoadPosition> position(String loadNumber) {
    return ofLoad(LoadPosition.class, LoadPosition::loadNumber, loadNumber);
  }

  /** The same, in the short form of {@code getTrackedLoadPosition}. */
  static AnswerReader<TrackedPosition> trackedPosition(String loadNumber) {
    return ofLoad(TrackedPosition.class, TrackedPosition::loadNumber, loadNumber);
  }

  private static <T> AnswerReader<T> ofLoad(
      Class<T> type, Function<T, String> loadOf, String loadNumber) {
    return answer -> {
      if (answer.status() != 200) throw undocumented(answer);

      T value = body(type, answer, loadNumber::equals);
      if (!loadNumber.equals(loadOf.apply(value))) {
        throw contradiction(
            "it is about a load other than " + Redactor.quote(loadNumber), "$.loadNumber");
      }
      return new Content<>(true, null, (attempts, charge) -> value);
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
  static <T> AnswerReader<T> refusingEverySuccess() {
    return answer -> {
      throw undocumented(answer);
    };
  }

  private static Content<CreateLoadOutcome> created(WireAnswer answer, String key)
      throws UnreadableAnswer {
    CreateLoadResult load = body(CreateLoadResult.class, answer, ANY_LOAD);
    if (Boolean.FALSE.equals(load.success())) throw contradiction("$.success");
    return new Content<>(
        true,
        new NamedLoad(load.loadNumber(), load.loadId(), load.trackingLink()),
        (attempts, charge) ->
            new CreateLoadOutcome(
                load.loadNumber(),
                load.loadId(),
                load.trackingLink(),
                load.driverWebLink(),
                load.driverAppLink(),
                load.driverResolution(),
                load.unresolvedTruckNumber(),
                false,
                key,
                attempts,
                charge));
  }

  private static Content<CreateLoadOutcome> deduplicated(WireAnswer answer, String key)
      throws UnreadableAnswer {
    DedupCreateLoadResult load = body(DedupCreateLoadResult.class, answer, NOTHING);
    if (!load.ok()) throw contradiction("$.ok");
    if (!load.deduplicated()) throw contradiction("$.deduplicated");
    return new Content<>(
        false,
        new NamedLoad(load.loadNumber(), load.loadId(), load.trackingLink()),
        (attempts, charge) ->
            new CreateLoadOutcome(
                load.loadNumber(),
                load.loadId(),
                load.trackingLink(),
                load.driverWebLink(),
                load.driverAppLink(),
                null,
                null,
                true,
                key,
                attempts,
                charge));
  }

  /**
   * @param paidFor whether an unreadable body that names this load was charged; one that names no
   *     load, or another one, may not be the answer to this request
   */
  private static <T> T body(Class<T> type, WireAnswer answer, Predicate<String> paidFor)
      throws UnreadableAnswer {
    if (answer.oversized()) {
      String fact = "it is longer than 8 MiB";
      throw unreadable(answer, NOTHING, fact, null, null);
    }
    // A body that cannot be read is needed again, for the excerpt and the load number. It is copied
    // and not cloned, because okio never reuses memory that a clone has shared: 8 KB for each
    // answer.
    Buffer copy = new Buffer();
    JsonReader json = JsonReader.of(copy);
    try {
      answer.body().copyTo(copy.outputStream());
      T value = FreightJson.adapter(type).fromJson(json);
      if (value == null) throw unreadable(answer, paidFor, "it is null", null, null);
      if (json.peek() != JsonReader.Token.END_DOCUMENT) {
        throw unreadable(answer, paidFor, "more follows after its JSON", null, null);
      }
      answer.body().clear(); // Its memory goes back to okio's pool.
      return value;
    } catch (IOException | JsonDataException e) {
      String path = e instanceof JsonDataException wrong ? FreightJson.path(wrong) : json.getPath();
      String fact =
          isJson(answer.contentType())
              ? path == null ? fact(e) : fact(e) + " at " + Redactor.quote(path)
              : "its content type is "
                  + contentType(answer)
                  + ", not application/json"
                  + UnreadableAnswer.WRONG_URL;
      throw unreadable(answer, paidFor, fact, path, e);
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

  private static String contentType(WireAnswer answer) {
    MediaType type = answer.contentType();
    return type == null ? "absent" : type.type() + "/" + type.subtype();
  }

  /** A member is false that is always true by the API description. */
  private static UnreadableAnswer contradiction(String path) {
    return contradiction("its status and its body contradict each other at " + path, path);
  }

  private static UnreadableAnswer contradiction(String fact, String path) {
    return new UnreadableAnswer(false, false, fact, path, "", null, null);
  }

  private static UnreadableAnswer undocumented(WireAnswer answer) {
    return unreadable(
        answer, NOTHING, "the API description has no such answer for the operation", null, null);
  }

  private static UnreadableAnswer unreadable(
      WireAnswer answer,
      Predicate<String> paidFor,
      String fact,
      @Nullable String path,
      @Nullable Exception cause) {
    NamedLoad load = namedLoad(answer.body());
    boolean paid = load != null && paidFor.test(load.number());
    boolean notTheService = load == null && !isJson(answer.contentType());
    return new UnreadableAnswer(
        paid, notTheService, fact, path, excerpt(answer.body()), load, cause);
  }

  /** The start of a body that could not be read, shortened and masked, for troubleshooting. */
  private static String excerpt(Buffer body) {
    // More than is shown, so that a link cut by its end is still seen as a link.
    int bytes = (int) Math.min(4 * MAX_EXCERPT_CHARS, body.size());
    String text = Redactor.mask(body.snapshot(bytes).utf8());
    return text.length() <= MAX_EXCERPT_CHARS ? text : text.substring(0, MAX_EXCERPT_CHARS);
  }

  /**
   * The load that a damaged body names by its top-level {@code loadNumber}, because that load is
   * paid for; null when there is no number before the damage.
   */
  private static @Nullable NamedLoad namedLoad(Buffer body) {
    JsonReader json = JsonReader.of(body.clone());
    String number = null;
    String id = null;
    try {
      json.beginObject();
      while (json.hasNext() && (number == null || id == null)) {
        String member = json.nextName();
        boolean isText = json.peek() == JsonReader.Token.STRING;
        if (isText && number == null && member.equals("loadNumber")) {
          number = json.nextString();
        } else if (isText && id == null && member.equals("loadId")) {
          id = json.nextString();
        } else {
          json.skipValue();
        }
      }
    } catch (IOException | JsonDataException damaged) {
      // Nothing readable any more.
    }
    return number == null ? null : new NamedLoad(number, id, null);
  }
}
