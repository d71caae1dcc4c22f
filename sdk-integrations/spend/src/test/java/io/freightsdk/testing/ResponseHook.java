package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * An OkHttpClient that runs a step after the service has responded and before the client reads the
 * response. At that time the call is charged, and its outcome is not stored yet.
 */
public final class ResponseHook implements AutoCloseable {
  /** Replaces a response of the service. */
  public interface Step {
    Response of(Response response) throws IOException;
  }

  private static final long MAX_SECONDS = 120;

  private final Map<Operation, Queue<Step>> steps = new EnumMap<>(Operation.class);
  private final OkHttpClient http =
      new OkHttpClient.Builder().addNetworkInterceptor(this::intercept).build();

  public ResponseHook() {
    for (Operation operation : Operation.values()) {
      steps.put(operation, new ConcurrentLinkedQueue<>());
    }
  }

  /** The client to pass to a builder. */
  public OkHttpClient http() {
    return http;
  }

  /** Runs this at the next response of an operation whose path is fixed. */
  public void next(Operation operation, Step step) {
    steps.get(operation).add(step);
  }

  /** Runs this at the next response of an operation whose path is fixed. */
  public void next(Operation operation, Runnable work) {
    next(
        operation,
        response -> {
          work.run();
          return response;
        });
  }

  /** Holds this number of responses of an operation until the latch opens. */
  public void hold(Operation operation, int responses, CountDownLatch latch) {
    for (int i = 0; i < responses; i++) next(operation, response -> awaited(response, latch));
  }

  private static Response awaited(Response response, CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(MAX_SECONDS, TimeUnit.SECONDS)) throw new IOException("held for too long");
      return response;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private Response intercept(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    for (Map.Entry<Operation, Queue<Step>> planned : steps.entrySet()) {
      Operation operation = planned.getKey();
      boolean matches =
          operation.method().equals(response.request().method())
              && operation.path().equals(response.request().url().encodedPath());
      Step step = matches ? planned.getValue().poll() : null;
      if (step != null) return step.of(response);
    }
    return response;
  }

  @Override
  public void close() {
    http.connectionPool().evictAll();
  }
}
