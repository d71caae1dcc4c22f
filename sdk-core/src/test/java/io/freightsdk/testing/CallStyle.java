package io.freightsdk.testing;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The two ways to call a client. A parameterized test runs with both. */
public enum CallStyle {
  BLOCKING {
    @Override
    <T> T run(FreightClient client, Blocking<T> blocking, Async<T> async) {
      return blocking.call(client);
    }
  },
  FUTURE {
    @Override
    <T> T run(FreightClient client, Blocking<T> blocking, Async<T> async) {
      return join(async.call(client));
    }
  };

  /** Longer than any call of a test, so a future that never completes fails the test. */
  private static final long MAX_SECONDS = 90;

  abstract <T> T run(FreightClient client, Blocking<T> blocking, Async<T> async);

  /** A call that blocks. */
  interface Blocking<T> {
    T call(FreightClient client);
  }

  /** The same call as a future. */
  interface Async<T> {
    CompletableFuture<T> call(FreightClient client);
  }

  /** Waits for a future, and throws its exception. */
  public static <T> T join(CompletableFuture<T> future) {
    World world = World.current();
    if (world != null) return world.join(future);
    try {
      return future.get(MAX_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError("a checked exception or an error in a future", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the future did not complete in " + MAX_SECONDS + " s", e);
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }

  public CreateLoadOutcome createLoad(FreightClient client, CreateLoadInput input) {
    return createLoad(client, input, CallOptions.DEFAULT);
  }

  public CreateLoadOutcome createLoad(
      FreightClient client, CreateLoadInput input, CallOptions options) {
    return run(
        client, c -> c.createLoad(input, options), c -> c.async().createLoad(input, options));
  }

  public LoadPosition getLoadPosition(FreightClient client, String loadNumber) {
    return getLoadPosition(client, loadNumber, CallOptions.DEFAULT);
  }

  public LoadPosition getLoadPosition(
      FreightClient client, String loadNumber, CallOptions options) {
    return run(
        client,
        c -> c.getLoadPosition(loadNumber, options),
        c -> c.async().getLoadPosition(loadNumber, options));
  }

  public ConfirmDeliveryResult confirmDelivery(
      FreightClient client, String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return run(
        client,
        c -> c.confirmDelivery(loadNumber, bolReceivedAt, options),
        c -> c.async().confirmDelivery(loadNumber, bolReceivedAt, options));
  }

  public ConfirmDeliveryResult confirmDelivery(
      FreightClient client, String loadNumber, CallOptions options) {
    return run(
        client,
        c -> c.confirmDelivery(loadNumber, options),
        c -> c.async().confirmDelivery(loadNumber, options));
  }

  public Pricing getPricing(FreightClient client, CallOptions options) {
    return run(client, c -> c.getPricing(options), c -> c.async().getPricing(options));
  }

  public Balance getBalance(FreightClient client) {
    return getBalance(client, CallOptions.DEFAULT);
  }

  public Balance getBalance(FreightClient client, CallOptions options) {
    return run(client, c -> c.getBalance(options), c -> c.async().getBalance(options));
  }

  @SuppressWarnings("deprecation") // Deprecated for life is what it is tested for.
  public void updateLoadStatus(
      FreightClient client, String loadNumber, LoadStatus status, CallOptions options) {
    run(
        client,
        c -> {
          c.updateLoadStatus(loadNumber, status, options);
          return Boolean.TRUE;
        },
        c -> c.async().updateLoadStatus(loadNumber, status, options).thenApply(none -> true));
  }

  public FreightResponse<CreateLoadOutcome> createLoadResponse(
      FreightClient client, CreateLoadInput input, CallOptions options) {
    return run(
        client,
        c -> c.withResponse().createLoad(input, options),
        c -> c.async().withResponse().createLoad(input, options));
  }

  public FreightResponse<LoadPosition> positionResponse(
      FreightClient client, String loadNumber, CallOptions options) {
    return run(
        client,
        c -> c.withResponse().getLoadPosition(loadNumber, options),
        c -> c.async().withResponse().getLoadPosition(loadNumber, options));
  }

  /** Calls an operation with valid arguments. Operations of the catalog block in both styles. */
  public Object call(FreightClient client, Operation operation, CallOptions options) {
    return call(client, operation, "LD-2026-0001", options);
  }

  /** The same with this load, for operations of a load. */
  public Object call(FreightClient client, Operation operation, String load, CallOptions options) {
    return switch (operation) {
      case CREATE_LOAD -> createLoad(client, SampleLoads.twoStops(), options);
      case GET_LOAD_POSITION -> getLoadPosition(client, load, options);
      case CONFIRM_DELIVERY -> confirmDelivery(client, load, options);
      case GET_PRICING -> getPricing(client, options);
      case GET_BALANCE -> getBalance(client, options);
      case UPDATE_LOAD_STATUS -> {
        updateLoadStatus(client, load, LoadStatus.DELIVERED, options);
        yield true;
      }
      case CREATE_TRACKED_LOAD ->
          client.catalog().createTrackedLoad(SampleLoads.twoStops(), options);
      case GET_TRACKED_LOAD_POSITION -> client.catalog().getTrackedLoadPosition(load, options);
      case TOP_UP_BY_CARD -> client.catalog().topUpByCard(SampleLoads.topUp(), options);
      case GET_SERVICE_CATALOG -> client.catalog().getServiceCatalog(options);
    };
  }
}
