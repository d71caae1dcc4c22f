package io.freightsdk.micrometer;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.text.Redactor;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names and tags of the observation of a call. To change some of them, implement it and replace
 * methods. No tag contains an agent key, phone number or link. Micrometer adds the tag {@code
 * error}, the class of the exception.
 */
public interface FreightCallConvention extends ObservationConvention<FreightCallContext> {
  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof FreightCallContext;
  }

  /** Returns {@code freight.calls}, the name of the meter. */
  @Override
  default String getName() {
    return "freight.calls";
  }

  /**
   * Returns the name of the span, such as {@code freight create-load}. Some versions of Micrometer
   * Tracing would convert {@code createLoad} to this form.
   */
  @Override
  default String getContextualName(FreightCallContext context) {
    return "freight " + lowerCase(context.operation()).replace('_', '-');
  }

  /**
   * Returns the tags of meters and spans: {@code operation}, {@code outcome}, {@code charge} (its
   * kind) and {@code next.step}. The outcome is {@code success}, {@code shared}, {@code stale} or
   * {@code failure}. Tags without a value are {@code none}.
   */
  @Override
  default KeyValues getLowCardinalityKeyValues(FreightCallContext context) {
    Charge charge = charge(context);
    FreightException failure = failure(context);
    return KeyValues.of(
        "operation",
        context.operation().id(),
        "outcome",
        context.outcome(),
        "charge",
        charge == null ? "none" : lowerCase(charge.kind()),
        "next.step",
        failure == null ? "none" : lowerCase(failure.nextStep()));
  }

  /**
   * Returns the tags of spans only: {@code freight.attempts}, {@code freight.charge.usd}, {@code
   * freight.load.number} and {@code freight.idempotency.key}. Tags without a value are missing. A
   * load number that looks like a secret is masked.
   */
  @Override
  default KeyValues getHighCardinalityKeyValues(FreightCallContext context) {
    KeyValues tags = KeyValues.empty();
    String load = context.loadNumber();
    String key = null;
    FreightResponse<?> response = context.response();
    FreightException failure = failure(context);
    if (response != null) {
      tags = tags.and("freight.attempts", Integer.toString(response.attempts()));
      key = response.idempotencyKey();
      if (response.value() instanceof CreateLoadOutcome created) load = created.loadNumber();
    } else if (failure != null) {
      tags = tags.and("freight.attempts", Integer.toString(failure.attempts()));
      key = failure.idempotencyKey();
    }
    Charge charge = charge(context);
    if (charge != null && charge.amountUsd() != null) {
      tags = tags.and("freight.charge.usd", charge.amountUsd().toPlainString());
    }
    if (load != null) tags = tags.and("freight.load.number", Redactor.quote(load));
    return key == null ? tags : tags.and("freight.idempotency.key", key);
  }

  /** Null while the call runs. */
  private static @Nullable Charge charge(FreightCallContext context) {
    FreightResponse<?> response = context.response();
    FreightException failure = failure(context);
    return response != null ? response.charge() : failure != null ? failure.charge() : null;
  }

  private static @Nullable FreightException failure(FreightCallContext context) {
    return context.getError() instanceof FreightException failure ? failure : null;
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
