package io.freightsdk.internal.client;

import com.squareup.moshi.JsonWriter;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.text.Require;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the {@link CallSpec} of each operation: URL, headers, body and reader. The methods have
 * the names and parameters of the client's interfaces.
 */
public final class CallSpecs {
  private static final String PLACEHOLDER = "{loadNumber}";
  private static final int MAX_LOAD_NUMBER_CHARS = 128;

  /** The URLs of all operations, with a placeholder for the load number. */
  private final Map<Operation, HttpUrl> urls = new EnumMap<>(Operation.class);

  /** The headers of every request, except the agent key. */
  private final Headers headers;

  private final Supplier<String> idempotencyKeys;

  CallSpecs(
      HttpUrl base,
      String userAgent,
      Map<String, String> clientHeaders,
      Supplier<String> idempotencyKeys) {
    for (Operation operation : Operation.values()) {
      String path = operation.path().substring(1);
      urls.put(operation, base.newBuilder().addPathSegments(path).build());
    }
    Headers.Builder all = new Headers.Builder();
    clientHeaders.forEach(all::set);
    this.headers = all.set("User-Agent", userAgent).set("Accept", "application/json").build();
    this.idempotencyKeys = idempotencyKeys;
  }

  CallSpec<CreateLoadOutcome> createLoad(CreateLoadInput input, CallOptions options) {
    return creation(Operation.CREATE_LOAD, input, options);
  }

  CallSpec<CreateLoadOutcome> createTrackedLoad(CreateLoadInput input, CallOptions options) {
    return creation(Operation.CREATE_TRACKED_LOAD, input, options);
  }

  private CallSpec<CreateLoadOutcome> creation(
      Operation operation, CreateLoadInput input, CallOptions options) {
    Objects.requireNonNull(input, "input");
    requireReference(input.customerRef());
    byte[] body = json(CreateLoadInput.class, input);
    String callersKey = Objects.requireNonNull(options, "options").idempotencyKey();
    String key = callersKey != null ? callersKey : idempotencyKeys.get();
    return new CallSpec<>(
        operation,
        new CallSpec.NewLoad(input, key),
        options,
        new CallSpec.Request(url(operation, null), headers(operation, key, options), body),
        ResponseReader.loadCreation(key),
        callersKey != null ? null : () -> creation(operation, input, options));
  }

  CallSpec<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return withoutKey(
        Operation.GET_LOAD_POSITION,
        load(loadNumber),
        null,
        options,
        ResponseReader.position(loadNumber));
  }

  CallSpec<Void> updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options) {
    return withoutKey(
        Operation.UPDATE_LOAD_STATUS,
        load(loadNumber),
        json("status", Objects.requireNonNull(status, "status").value()),
        options,
        ResponseReader.rejectingSuccess());
  }

  CallSpec<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return confirmation(
        loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options);
  }

  CallSpec<ConfirmDeliveryResult> confirmDelivery(String loadNumber, CallOptions options) {
    return confirmation(loadNumber, null, options);
  }

  /** Null is "now" by the clock of the service. */
  private CallSpec<ConfirmDeliveryResult> confirmation(
      String loadNumber, @Nullable Instant bolReceivedAt, CallOptions options) {
    return withoutKey(
        Operation.CONFIRM_DELIVERY,
        load(loadNumber),
        json("bol_received_at", bolReceivedAt == null ? null : bolReceivedAt.toString()),
        options,
        ResponseReader.unpaid(ConfirmDeliveryResult.class));
  }

  CallSpec<Pricing> getPricing(CallOptions options) {
    return withoutKey(Operation.GET_PRICING, null, null, options, ResponseReader.pricing());
  }

  CallSpec<Balance> getBalance(CallOptions options) {
    return withoutKey(Operation.GET_BALANCE, null, null, options, ResponseReader.balance());
  }

  CallSpec<TrackedPosition> getTrackedLoadPosition(String loadNumber, CallOptions options) {
    return withoutKey(
        Operation.GET_TRACKED_LOAD_POSITION,
        load(loadNumber),
        json("loadNumber", loadNumber),
        options,
        ResponseReader.trackedPosition(loadNumber));
  }

  CallSpec<TopUpByCardResult> topUpByCard(TopUpByCardInput input, CallOptions options) {
    byte[] body = json(TopUpByCardInput.class, Objects.requireNonNull(input, "input"));
    return withoutKey(
        Operation.TOP_UP_BY_CARD,
        new CallSpec.CardTopUp(input.amountUsd()),
        body,
        options,
        ResponseReader.unpaid(TopUpByCardResult.class));
  }

  CallSpec<ServiceCatalog> getServiceCatalog(CallOptions options) {
    ResponseReader<ServiceCatalog> reader = ResponseReader.unpaid(ServiceCatalog.class);
    return withoutKey(Operation.GET_SERVICE_CATALOG, null, null, options, reader);
  }

  /**
   * @param subject null for the account
   */
  private <T> CallSpec<T> withoutKey(
      Operation operation,
      CallSpec.@Nullable Subject subject,
      byte @Nullable [] body,
      CallOptions options,
      ResponseReader<T> reader) {
    String loadNumber = subject instanceof CallSpec.Load load ? load.number() : null;
    return new CallSpec<>(
        operation,
        subject,
        options,
        new CallSpec.Request(url(operation, loadNumber), headers(operation, null, options), body),
        reader,
        null);
  }

  private HttpUrl url(Operation operation, @Nullable String loadNumber) {
    HttpUrl url = Objects.requireNonNull(urls.get(operation));
    int open = loadNumber == null ? -1 : url.pathSegments().lastIndexOf(PLACEHOLDER);
    return open < 0 ? url : url.newBuilder().setPathSegment(open, loadNumber).build();
  }

  /**
   * The headers of a request with its agent key. Extra headers of callers never replace the
   * client's own, because {@code HeaderRules} has refused their names.
   */
  private Function<String, Headers> headers(
      Operation operation, @Nullable String idempotencyKey, CallOptions options) {
    Map<String, String> extra = Objects.requireNonNull(options, "options").headers();
    return agentKey -> {
      Headers.Builder all = headers.newBuilder();
      switch (operation) {
        // The security scheme agentKeyHeader of the API description.
        case CREATE_TRACKED_LOAD, GET_TRACKED_LOAD_POSITION -> all.set("X-Agent-Key", agentKey);
        default -> all.set("Authorization", "Bearer " + agentKey);
      }
      extra.forEach(all::set);
      if (idempotencyKey != null) all.set("Idempotency-Key", idempotencyKey);
      return all.build();
    };
  }

  private static <T> byte[] json(Class<T> type, T value) {
    Buffer buffer = new Buffer();
    try {
      FreightJson.write(type, value, buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A buffer in memory does not fail.
    }
    return buffer.readByteArray();
  }

  /** Writes an object with one member; without members if the value is null. */
  private static byte[] json(String name, @Nullable String value) {
    Buffer buffer = new Buffer();
    try {
      JsonWriter.of(buffer).beginObject().name(name).value(value).endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A buffer in memory does not fail.
    }
    return buffer.readByteArray();
  }

  /** Refuses a blank reference: the service ignores it, so the order would be bought each time. */
  private static void requireReference(@Nullable String customerRef) {
    if (customerRef == null || !Require.isBlank(customerRef)) return;
    throw new IllegalArgumentException(
        "customerRef is blank; pass the number of your order, or null");
  }

  /**
   * Requires a load number that stays in its path segment: {@code ".."} or an empty one would call
   * another operation.
   */
  private static CallSpec.Load load(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    boolean dots = loadNumber.equals(".") || loadNumber.equals("..");
    boolean leaves = false;
    for (int i = 0; i < loadNumber.length(); i++) {
      char c = loadNumber.charAt(i);
      leaves |= c == '/' || c == '\\' || Character.isISOControl(c);
    }
    if (Require.isBlank(loadNumber)
        || dots
        || leaves
        || loadNumber.length() > MAX_LOAD_NUMBER_CHARS) {
      throw new IllegalArgumentException(
          "loadNumber is blank, longer than "
              + MAX_LOAD_NUMBER_CHARS
              + " characters, consists of dots, or has characters that would change the path, such"
              + " as slashes; pass the number returned at creation, such as LD-2026-0001");
    }
    return new CallSpec.Load(loadNumber);
  }
}
