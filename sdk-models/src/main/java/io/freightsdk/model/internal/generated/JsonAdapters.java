// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.StopType;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.model.internal.OpenEnumJsonAdapter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the JSON adapter of a type of the API description. */
public final class JsonAdapters {
  private JsonAdapters() {}

  /** All types of the API description. */
  public static List<Class<?>> types() {
    return List.of(
        CreateLoadInput.class,
        StopInput.class,
        CreateLoadResult.class,
        DedupCreateLoadResult.class,
        LoadPosition.class,
        PositionStop.class,
        GpsPoint.class,
        Eta.class,
        ConfirmDeliveryResult.class,
        Pricing.class,
        Balance.class,
        ServiceCatalog.class,
        ServiceCatalogEntry.class,
        TrackedPosition.class,
        TopUpByCardInput.class,
        TopUpByCardResult.class,
        LoadStatus.class,
        StopType.class,
        DriverResolution.class);
  }

  /** The adapter of a type; null for a type that the API description does not have. */
  public static @Nullable JsonAdapter<?> find(Class<?> type) {
    return (JsonAdapter<?>) adapter(type);
  }

  /** As an object: to check the class of each, the JVM would load all of them at the first. */
  private static @Nullable Object adapter(Class<?> type) {
    if (type == CreateLoadInput.class) return CreateLoadInputJsonAdapter.INSTANCE;
    if (type == StopInput.class) return StopInputJsonAdapter.INSTANCE;
    if (type == CreateLoadResult.class) return CreateLoadResultJsonAdapter.INSTANCE;
    if (type == DedupCreateLoadResult.class) return DedupCreateLoadResultJsonAdapter.INSTANCE;
    if (type == LoadPosition.class) return LoadPositionJsonAdapter.INSTANCE;
    if (type == PositionStop.class) return PositionStopJsonAdapter.INSTANCE;
    if (type == GpsPoint.class) return GpsPointJsonAdapter.INSTANCE;
    if (type == Eta.class) return EtaJsonAdapter.INSTANCE;
    if (type == ConfirmDeliveryResult.class) return ConfirmDeliveryResultJsonAdapter.INSTANCE;
    if (type == Pricing.class) return PricingJsonAdapter.INSTANCE;
    if (type == Balance.class) return BalanceJsonAdapter.INSTANCE;
    if (type == ServiceCatalog.class) return ServiceCatalogJsonAdapter.INSTANCE;
    if (type == ServiceCatalogEntry.class) return ServiceCatalogEntryJsonAdapter.INSTANCE;
    if (type == TrackedPosition.class) return TrackedPositionJsonAdapter.INSTANCE;
    if (type == TopUpByCardInput.class) return TopUpByCardInputJsonAdapter.INSTANCE;
    if (type == TopUpByCardResult.class) return TopUpByCardResultJsonAdapter.INSTANCE;
    if (type == LoadStatus.class) {
      return new OpenEnumJsonAdapter<>(LoadStatus::of, LoadStatus::value);
    }
    if (type == StopType.class) {
      return new OpenEnumJsonAdapter<>(StopType::of, StopType::value);
    }
    if (type == DriverResolution.class) {
      return new OpenEnumJsonAdapter<>(DriverResolution::of, DriverResolution::value);
    }
    return null;
  }
}
