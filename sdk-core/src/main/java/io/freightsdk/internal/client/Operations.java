package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.client.RequestHeaders.KeyHeader;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.json.AnswerReaders;
import io.freightsdk.internal.transport.WireRequest;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryInput;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.StatusUpdate;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.TrackedPositionInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** The operations of the API as calls: method, path, key header, body, reader. One method each. */
public final class Operations {
  private final LoadPaths paths;
  private final RequestHeaders headers;
  private final Supplier<String> idempotencyKeys;
  private final KeyMemory keyMemory = new KeyMemory();

  Operations(HttpUrl base, RequestHeaders headers, Supplier<String> idempotencyKeys) {
    this.paths = new LoadPaths(base);
    this.headers = headers;
    this.idempotencyKeys = idempotencyKeys;
  }

  /** API description, section 4.1. */
  CallSpec<CreateLoadOutcome> createLoad(CreateLoadInput input, CallOptions options) {
    return creation(Operation.CREATE_LOAD, KeyHeader.BEARER, input, options);
  }

  /** API description, section 4.2. */
  CallSpec<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return onLoad(
        Operation.GET_LOAD_POSITION, loadNumber, null, options, AnswerReaders.position(loadNumber));
  }

  /** API description, section 4.3. */
  CallSpec<Object> updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options) {
    return onLoad(
        Operation.UPDATE_LOAD_STATUS,
        loadNumber,
        json(StatusUpdate.class, new StatusUpdate(status)),
        options,
        AnswerReaders.none());
  }

  /** API description, section 4.4; null is "now" by the clock of the service. */
  CallSpec<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, @Nullable Instant bolReceivedAt, CallOptions options) {
    return onLoad(
        Operation.CONFIRM_DELIVERY,
        loadNumber,
        json(ConfirmDeliveryInput.class, new ConfirmDeliveryInput(bolReceivedAt)),
        options,
        AnswerReaders.ok(ConfirmDeliveryResult.class, false));
  }

  /** API description, section 4.5. */
  CallSpec<Pricing> getPricing(CallOptions options) {
    return plain(Operation.GET_PRICING, null, options, AnswerReaders.ok(Pricing.class, false));
  }

  /** API description, section 4.6. */
  CallSpec<Balance> getBalance(CallOptions options) {
    return plain(Operation.GET_BALANCE, null, options, AnswerReaders.ok(Balance.class, false));
  }

  /** API description, section 2.10. */
  CallSpec<CreateLoadOutcome> createTrackedLoad(CreateLoadInput input, CallOptions options) {
    return creation(Operation.CREATE_TRACKED_LOAD, KeyHeader.X_AGENT_KEY, input, options);
  }

  /** API description, section 2.10. */
  CallSpec<TrackedPosition> getTrackedLoadPosition(String loadNumber, CallOptions options) {
    LoadPaths.requireLoadNumber(loadNumber);
    TrackedPositionInput input = TrackedPositionInput.builder().loadNumber(loadNumber).build();
    Operation operation = Operation.GET_TRACKED_LOAD_POSITION;
    return spec(
        new CallPlan(operation, loadNumber, null, options),
        KeyHeader.X_AGENT_KEY,
        paths.url(operation),
        json(TrackedPositionInput.class, input),
        AnswerReaders.trackedPosition(loadNumber));
  }

  /** API description, section 4.7. */
  CallSpec<TopUpByCardResult> topUpByCard(TopUpByCardInput input, CallOptions options) {
    Operation operation = Operation.TOP_UP_BY_CARD;
    byte[] body = json(TopUpByCardInput.class, input);
    return spec(
        new CallPlan(operation, null, null, input.amountUsd(), options),
        KeyHeader.BEARER,
        paths.url(operation),
        body,
        AnswerReaders.ok(TopUpByCardResult.class, false));
  }

  /** API description, section 4.7. */
  CallSpec<ServiceCatalog> getServiceCatalog(CallOptions options) {
    return plain(
        Operation.GET_SERVICE_CATALOG,
        null,
        options,
        AnswerReaders.ok(ServiceCatalog.class, false));
  }

  private CallSpec<CreateLoadOutcome> creation(
      Operation operation, KeyHeader keyHeader, CreateLoadInput input, CallOptions options) {
    Objects.requireNonNull(input, "input");
    byte[] body = json(CreateLoadInput.class, input);
    String callersKey = options.idempotencyKey();
    if (callersKey != null && !keyMemory.begin(callersKey, body)) {
      throw new IdempotencyKeyReusedException(
          FailureFacts.refused(operation, NextStep.FIX_REQUEST, callersKey));
    }
    String key = callersKey == null ? freshKey(operation) : callersKey;
    return spec(
        new CallPlan(operation, null, key, options),
        keyHeader,
        paths.url(operation),
        body,
        AnswerReaders.createdLoad(key),
        callersKey == null ? Operations::nobody : taken -> keyMemory.end(callersKey, taken));
  }

  private String freshKey(Operation operation) {
    try {
      return idempotencyKeys.get();
    } catch (Throwable thrown) {
      throw new UnexpectedFailureException(
          FailureFacts.refused(operation, NextStep.NONE, null), "making a key", thrown);
    }
  }

  private <T> CallSpec<T> onLoad(
      Operation operation,
      String loadNumber,
      byte @Nullable [] body,
      CallOptions options,
      AnswerReader<T> reader) {
    LoadPaths.requireLoadNumber(loadNumber);
    return spec(
        new CallPlan(operation, loadNumber, null, options),
        KeyHeader.BEARER,
        paths.url(operation, loadNumber),
        body,
        reader);
  }

  private <T> CallSpec<T> plain(
      Operation operation, byte @Nullable [] body, CallOptions options, AnswerReader<T> reader) {
    return spec(
        new CallPlan(operation, null, null, options),
        KeyHeader.BEARER,
        paths.url(operation),
        body,
        reader);
  }

  private <T> CallSpec<T> spec(
      CallPlan plan,
      KeyHeader keyHeader,
      HttpUrl url,
      byte @Nullable [] body,
      AnswerReader<T> reader) {
    return spec(plan, keyHeader, url, body, reader, Operations::nobody);
  }

  private <T> CallSpec<T> spec(
      CallPlan plan,
      KeyHeader keyHeader,
      HttpUrl url,
      byte @Nullable [] body,
      AnswerReader<T> reader,
      Consumer<Boolean> onEnd) {
    Objects.requireNonNull(plan.options(), "options");
    return new CallSpec<>(
        plan,
        agentKey ->
            new WireRequest(
                plan.operation().method(),
                url,
                headers.with(keyHeader, agentKey, plan.idempotencyKey(), plan.options().headers()),
                body),
        reader,
        onEnd);
  }

  private static void nobody(Boolean taken) {}

  private static <T> byte[] json(Class<T> type, T value) {
    Buffer buffer = new Buffer();
    try {
      FreightJson.write(type, value, buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A buffer in memory does not fail.
    }
    return buffer.readByteArray();
  }
}
