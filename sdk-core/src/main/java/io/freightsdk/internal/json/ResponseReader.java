package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.internal.UnreadableMembers;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Reads the successful responses of one operation. Pure and safe for concurrent use. */
@FunctionalInterface
public interface ResponseReader<T> {
  int MAX_EXCERPT_CHARS = 512;

  /** No unreadable body is a charge. */
  Predicate<String> NEVER_CHARGED = loadNumber -> false;

  /** An unreadable body is a charge if it names any load. */
  Predicate<String> CHARGED_WITH_LOAD = loadNumber -> true;

  /** A balance of this amount or more is a mistake of the service. */
  BigDecimal MAX_BALANCE_USD = BigDecimal.valueOf(1_000_000_000);

  /**
   * Reads a response with a 2xx status.
   *
   * @throws UnreadableResponse if it does not match the API description
   */
  Content<T> read(WireResponse response) throws UnreadableResponse;

  /**
   * The content of a response.
   *
   * @param wasCharged whether it shows a charge of the balance; false for a card top-up and for a
   *     confirmation with a price, which {@code ChargeRules} adds
   * @param load that a creation returned; null for everything else
   * @param unreadable the paths of described members whose values could not be read
   * @param result creates the result from the attempts and the charge
   */
  record Content<T>(
      boolean wasCharged, @Nullable NamedLoad load, Set<String> unreadable, Result<T> result) {
    /** Creates the result of a call from its attempts and its charge. */
    @FunctionalInterface
    public interface Result<T> {
      T of(int attempts, Charge charge);
    }
  }

  /**
   * The load that one response names.
   *
   * @param id a UUID; null if the response was damaged before it
   * @param trackingLink its public page; null if the response was damaged
   */
  record NamedLoad(String number, @Nullable String id, @Nullable String trackingLink) {
    /** Without the link, which is a secret. */
    @Override
    public String toString() {
      return "NamedLoad[" + number + ", " + id + "]";
    }
  }

  /**
   * A response with a 2xx status that cannot be read; becomes a {@code FreightDecodingException}.
   */
  final class UnreadableResponse extends Exception {
    @Serial private static final long serialVersionUID = 1;

    /** The end of {@link #fact} for a response of another server. */
    public static final String WRONG_URL = "; does the base URL belong to the service?";

    /** Whether the service certainly charged for it. */
    public final boolean wasCharged;

    /** The reason, without quoting the body. */
    public final String fact;

    /** Where in the JSON; null when the fault is not at one place. */
    public final @Nullable String path;

    /** The start of the body, bounded and masked. */
    public final String excerpt;

    /** The load that the body names; null when no number can be read. */
    public final transient @Nullable NamedLoad load;

    /** Whether another server sent it, by its content type, such as an HTML page. */
    public final boolean fromOtherServer;

    UnreadableResponse(
        boolean wasCharged,
        boolean fromOtherServer,
        String fact,
        @Nullable String path,
        String excerpt,
        @Nullable NamedLoad load,
        @Nullable Throwable cause) {
      super(fact, cause, false, false);
      this.wasCharged = wasCharged;
      this.fromOtherServer = fromOtherServer;
      this.fact = fact;
      this.path = path;
      this.excerpt = excerpt;
      this.load = load;
    }
  }

  /**
   * Reads a 200 with this body, which the balance does not pay for. {@code ChargeRules} adds the
   * amount of a card top-up, and the price of a confirmation that has one.
   */
  static <T> ResponseReader<T> unpaid(Class<T> type) {
    return checked(type, false, NEVER_CHARGED, value -> {});
  }

  /** The prepaid balance: an amount in USD that can be counted. */
  static ResponseReader<Balance> balance() {
    return checked(
        Balance.class,
        false,
        NEVER_CHARGED,
        balance -> {
          requireUsd(balance.currency());
          BigDecimal usd = balance.balanceUsd();
          if (usd == null) throw contradiction("it has no balance", "$.balanceUsd");
          boolean isMoney = usd.abs().compareTo(MAX_BALANCE_USD) < 0;
          if (!isMoney) throw contradiction("its balance is no amount of money", "$.balanceUsd");
        });
  }

  /** The price list, in USD. */
  static ResponseReader<Pricing> pricing() {
    return checked(Pricing.class, false, NEVER_CHARGED, pricing -> requireUsd(pricing.currency()));
  }

  /** USD is the only currency of the API description; an absent member means USD, too. */
  private static void requireUsd(@Nullable String currency) throws UnreadableResponse {
    if (currency == null || currency.equalsIgnoreCase("USD")) return;
    throw contradiction("its currency is not USD", "$.currency");
  }

  /**
   * Reads a position of this load. A position of another load is refused, because it belongs to
   * another request.
   */
  static ResponseReader<LoadPosition> position(String loadNumber) {
    return positionOf(LoadPosition.class, LoadPosition::loadNumber, loadNumber);
  }

  /** The same, in the short form of {@code getTrackedLoadPosition}. */
  static ResponseReader<TrackedPosition> trackedPosition(String loadNumber) {
    return positionOf(TrackedPosition.class, TrackedPosition::loadNumber, loadNumber);
  }

  private static <T> ResponseReader<T> positionOf(
      Class<T> type, Function<T, String> loadNumberOf, String loadNumber) {
    return checked(
        type,
        true,
        loadNumber::equals,
        position -> {
          if (loadNumber.equals(loadNumberOf.apply(position))) return;
          throw contradiction(
              "it is the response for a load other than " + Redactor.quote(loadNumber),
              "$.loadNumber");
        });
  }

  /** A check of a body that was read. */
  interface Check<T> {
    void check(T value) throws UnreadableResponse;
  }

  /** Reads a 200 whose body passes the check. */
  private static <T> ResponseReader<T> checked(
      Class<T> type, boolean wasCharged, Predicate<String> isCharged, Check<T> check) {
    return response -> {
      if (response.status() != 200) throw unknownStatus(response);
      Body<T> body = body(type, response, isCharged);
      check.check(body.value());
      return new Content<>(wasCharged, null, body.unreadable(), (attempts, charge) -> body.value());
    };
  }

  /**
   * Reads a load creation: 201 is a new load and was charged, 200 a known one and was not. A
   * service that replays the 201 of a used key with 200 has charged the key.
   */
  static ResponseReader<CreateLoadOutcome> loadCreation(String idempotencyKey) {
    return response ->
        switch (response.status()) {
          case 201 -> created(response, idempotencyKey);
          case 200 ->
              hasCreationForm(response.body())
                  ? created(response, idempotencyKey)
                  : deduplicated(response, idempotencyKey);
          default -> throw unknownStatus(response);
        };
  }

  /**
   * Whether {@code success} is true and the members are missing that every deduplicated response
   * has.
   */
  private static boolean hasCreationForm(Buffer body) {
    JsonReader json = JsonReader.of(body.clone());
    boolean isSuccess = false;
    try {
      json.beginObject();
      while (json.hasNext()) {
        switch (json.nextName()) {
          case "ok", "deduplicated" -> {
            return false;
          }
          case "success" ->
              isSuccess = json.peek() == JsonReader.Token.BOOLEAN && json.nextBoolean();
          default -> json.skipValue();
        }
      }
    } catch (IOException | JsonDataException damaged) {
      return false;
    }
    return isSuccess;
  }

  /** Refuses every success, because the API description has none for the operation. */
  static <T> ResponseReader<T> rejectingSuccess() {
    return response -> {
      throw unknownStatus(response);
    };
  }

  private static Content<CreateLoadOutcome> created(WireResponse response, String key)
      throws UnreadableResponse {
    Body<CreateLoadResult> body = body(CreateLoadResult.class, response, CHARGED_WITH_LOAD);
    CreateLoadResult load = body.value();
    if (Boolean.FALSE.equals(load.success())) throw contradiction("$.success");
    return new Content<>(
        true,
        new NamedLoad(load.loadNumber(), load.loadId(), load.trackingLink()),
        body.unreadable(),
        (attempts, charge) ->
            new CreateLoadOutcome(
                load.loadId(),
                load.loadNumber(),
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

  private static Content<CreateLoadOutcome> deduplicated(WireResponse response, String key)
      throws UnreadableResponse {
    Body<DedupCreateLoadResult> body = body(DedupCreateLoadResult.class, response, NEVER_CHARGED);
    DedupCreateLoadResult load = body.value();
    if (!load.ok()) throw contradiction("$.ok");
    if (!load.deduplicated()) throw contradiction("$.deduplicated");
    return new Content<>(
        false,
        new NamedLoad(load.loadNumber(), load.loadId(), load.trackingLink()),
        body.unreadable(),
        (attempts, charge) ->
            new CreateLoadOutcome(
                load.loadId(),
                load.loadNumber(),
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

  /** A body that was read, and the paths of its members that could not be read. */
  record Body<T>(T value, Set<String> unreadable) {}

  /**
   * @param isCharged whether an unreadable body with this load number was charged. A body without a
   *     number, or with another one, may be the response to another request
   */
  private static <T> Body<T> body(Class<T> type, WireResponse response, Predicate<String> isCharged)
      throws UnreadableResponse {
    if (response.oversized()) {
      String fact = "it is longer than 8 MiB";
      throw unreadable(response, NEVER_CHARGED, fact, null, null);
    }
    // A body that cannot be read is needed again, for the excerpt and the load number. It is copied
    // and not cloned, because okio never reuses memory that a clone has shared: 8 KB for each
    // response.
    Buffer copy = new Buffer();
    JsonReader json = JsonReader.of(copy);
    try {
      response.body().copyTo(copy.outputStream());
      T value = FreightJson.adapter(type).fromJson(json);
      if (value == null) throw unreadable(response, isCharged, "it is null", null, null);
      if (json.peek() != JsonReader.Token.END_DOCUMENT) {
        throw unreadable(response, isCharged, "more follows after its JSON", null, null);
      }
      return new Body<>(value, UnreadableMembers.of(json));
    } catch (IOException | JsonDataException e) {
      String path = e instanceof JsonDataException wrong ? FreightJson.path(wrong) : json.getPath();
      String fact =
          isJson(response.contentType())
              ? path == null ? fact(e) : fact(e) + " at " + Redactor.quote(path)
              : "its content type is "
                  + contentType(response)
                  + ", not application/json"
                  + UnreadableResponse.WRONG_URL;
      throw unreadable(response, isCharged, fact, path, e);
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

  private static String contentType(WireResponse response) {
    MediaType type = response.contentType();
    return type == null ? "absent" : type.type() + "/" + type.subtype();
  }

  /** A member is false, but the API description says that it is always true. */
  private static UnreadableResponse contradiction(String path) {
    return contradiction("its status and its body contradict each other at " + path, path);
  }

  private static UnreadableResponse contradiction(String fact, String path) {
    return new UnreadableResponse(false, false, fact, path, "", null, null);
  }

  private static UnreadableResponse unknownStatus(WireResponse response) {
    return unreadable(
        response,
        NEVER_CHARGED,
        "the API description has no such response for the operation",
        null,
        null);
  }

  private static UnreadableResponse unreadable(
      WireResponse response,
      Predicate<String> isCharged,
      String fact,
      @Nullable String path,
      @Nullable Exception cause) {
    NamedLoad load = namedLoad(response.body());
    boolean wasCharged = load != null && isCharged.test(load.number());
    boolean fromOtherServer = load == null && !isJson(response.contentType());
    return new UnreadableResponse(
        wasCharged, fromOtherServer, fact, path, excerpt(response.body()), load, cause);
  }

  /** The start of a body that could not be read, shortened and masked, for troubleshooting. */
  private static String excerpt(Buffer body) {
    // More than is shown, so that a link cut by its end is still seen as a link.
    int bytes = (int) Math.min(4 * MAX_EXCERPT_CHARS, body.size());
    String text = Redactor.mask(body.snapshot(bytes).utf8());
    return text.length() <= MAX_EXCERPT_CHARS ? text : text.substring(0, MAX_EXCERPT_CHARS);
  }

  /**
   * The load of a damaged body, by its top-level {@code loadNumber}, because that load is paid for.
   * Null if there is no number before the damage.
   */
  private static @Nullable NamedLoad namedLoad(Buffer body) {
    LenientObject members = LenientObject.read(body, List.of("loadNumber", "loadId")::contains);
    String number = members.text("loadNumber");
    return number == null ? null : new NamedLoad(number, members.text("loadId"), null);
  }
}
