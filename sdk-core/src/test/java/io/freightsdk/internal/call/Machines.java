package io.freightsdk.internal.call;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.HttpMethod;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Loads;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Random;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Machines of calls without a wire, and what such a wire may say. */
final class Machines {
  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration DEADLINE = Duration.ofMinutes(2);
  static final String KEY = "order-4711";
  static final Instant READ_AT = Instant.parse("2026-11-20T10:00:00Z");
  static final BigDecimal CREATE = new BigDecimal("0.65");
  static final BigDecimal READ = new BigDecimal("0.02");

  private static final HttpUrl URL = HttpUrl.get("https://api.example.com/v1/agent/loads");

  private Machines() {}

  static CallMachine<?> machine(Operation operation, CallOptions options, RetryPolicy policy) {
    return machine(operation, options, policy, options.maxPrice() != null, 0);
  }

  /** A machine that reads its answers with this. */
  static CallMachine<?> machine(Operation operation, AnswerReader<?> reader) {
    return machine(operation, CallOptions.DEFAULT, RetryPolicy.none(), false, 0, reader);
  }

  static CallMachine<?> machine(
      Operation operation,
      CallOptions options,
      RetryPolicy policy,
      boolean needsPrice,
      long nowNanos) {
    return machine(operation, options, policy, needsPrice, nowNanos, reader(operation));
  }

  private static CallMachine<?> machine(
      Operation operation,
      CallOptions options,
      RetryPolicy policy,
      boolean needsPrice,
      long nowNanos,
      AnswerReader<?> reader) {
    boolean ofLoad = operation.path().contains("{");
    boolean creation =
        operation == Operation.CREATE_LOAD || operation == Operation.CREATE_TRACKED_LOAD;
    String loadNumber =
        ofLoad || operation == Operation.GET_TRACKED_LOAD_POSITION ? Loads.NUMBER : null;
    BigDecimal topUp = operation == Operation.TOP_UP_BY_CARD ? new BigDecimal("50.00") : null;
    Retries retries =
        new Retries(
            Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC),
            new Random(1),
            new Retries.Budget(1_000));
    return new CallMachine<>(
        new CallSpec<>(
            operation,
            loadNumber,
            null,
            creation ? KEY : null,
            topUp,
            options,
            URL,
            key -> Headers.of(),
            null,
            reader,
            "",
            operation == Operation.OTHER ? HttpMethod.POST : null),
        new CallRunner.Limits(TIMEOUT, DEADLINE, policy, 10, null),
        retries,
        needsPrice,
        "call-1",
        nowNanos);
  }

  private static AnswerReader<?> reader(Operation operation) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> AnswerReader.createdLoad(KEY, (load, key) -> true);
      case GET_LOAD_POSITION -> AnswerReader.position(Loads.NUMBER);
      case GET_TRACKED_LOAD_POSITION -> AnswerReader.trackedPosition(Loads.NUMBER);
      case UPDATE_LOAD_STATUS -> AnswerReader.none();
      case GET_PRICING -> AnswerReader.pricing();
      case GET_BALANCE -> AnswerReader.balance();
      case OTHER -> AnswerReader.text(true);
      default -> AnswerReader.none();
    };
  }

  /** The answer of success, as the service gives it for this operation. */
  static Event success(Operation operation) {
    var response = io.freightsdk.testing.Answers.success(operation).build();
    Buffer body = new Buffer();
    try {
      if (response.getBody() != null) response.getBody().writeTo(body);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return answered(response.getCode(), body.readUtf8());
  }

  static Event answered(int status, String body) {
    Headers headers = Headers.of("Content-Type", "application/json");
    return Event.came(new WireAnswer(URL, status, headers, new Buffer().writeUtf8(body), false));
  }

  static Event billingUnavailable() {
    return answered(503, "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}");
  }

  static Event insufficientFunds(BigDecimal priceUsd) {
    return answered(
        402,
        String.format(
            Locale.ROOT,
            "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":%s}",
            priceUsd.toPlainString()));
  }

  /** The answer was lost: the service may have the request, and may have charged for it. */
  static Event lost() {
    return broken(WireFailure.Kind.BROKEN, false);
  }

  static Event neverSent() {
    return broken(WireFailure.Kind.CONNECT, true);
  }

  static Event broken(WireFailure.Kind kind, boolean neverSent) {
    return Event.came(
        new WireFailure(kind, neverSent, new IOException("cut"), "api.example.com:443"));
  }

  static Event priced(@Nullable BigDecimal usd) {
    return Event.priced(price(usd), null);
  }

  static @Nullable Price price(@Nullable BigDecimal usd) {
    return usd == null ? null : new Price(usd, READ_AT);
  }

  static Event reserved() {
    return reserved(null);
  }

  /**
   * @param before what the key was charged before; null for nothing
   */
  static Event reserved(@Nullable BigDecimal before) {
    SpendGuard.Earlier earlier =
        before == null ? null : new SpendGuard.Earlier(Charge.charged(before), Loads.NUMBER);
    return Event.decided(reservation(earlier));
  }

  static SpendGuard.Reservation reservation(SpendGuard.@Nullable Earlier earlier) {
    return new SpendGuard.Reservation(
        new SpendGuard.Purchase(
            "reservation-1",
            "account",
            "call-1",
            1,
            Operation.CREATE_LOAD,
            KEY,
            null,
            null,
            null,
            null,
            new SpendGuard.Quote(CREATE, READ_AT),
            DEADLINE),
        earlier);
  }

  static SpendGuard.LimitReached limitReached(@Nullable Instant freesAt) {
    return new SpendGuard.LimitReached("1.00 USD in total", CREATE, BigDecimal.ZERO, freesAt);
  }
}
