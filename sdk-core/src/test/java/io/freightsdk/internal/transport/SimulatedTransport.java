package io.freightsdk.internal.transport;

import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.testing.SimulatedNetwork;
import io.freightsdk.testing.SimulatedNetwork.SentRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A transport whose requests go to a {@link SimulatedNetwork} instead of to sockets. */
public final class SimulatedTransport extends HttpTransport {
  private final SimulatedNetwork network;
  private final TimeSource time;

  private SimulatedTransport(
      SimulatedNetwork network,
      @Nullable OkHttpClient base,
      Duration connectTimeout,
      int maxConcurrentRequests,
      boolean usesTls,
      Executor threads,
      TimeSource time) {
    super(base, connectTimeout, maxConcurrentRequests, usesTls, threads, time);
    this.network = network;
    this.time = time;
  }

  public static Environment.TransportFactory over(SimulatedNetwork network) {
    return (base, connectTimeout, maxConcurrentRequests, usesTls, threads, time) ->
        new SimulatedTransport(
            network, base, connectTimeout, maxConcurrentRequests, usesTls, threads, time);
  }

  @Override
  public Exchange exchange(String method, HttpUrl url, Headers headers, byte @Nullable [] body) {
    return new SimulatedExchange(super.exchange(method, url, headers, body).call);
  }

  /** One request, which waits on its thread for an event of the network. */
  private final class SimulatedExchange extends Exchange implements SimulatedNetwork.Events {
    private final Thread caller = Thread.currentThread();

    /** The request in the network; null before it is sent. */
    private volatile @Nullable SentRequest sending;

    private volatile @Nullable Result result;

    SimulatedExchange(Call call) {
      super(call, SimulatedTransport.this);
    }

    @Override
    public Result execute(Duration timeout) {
      Request once;
      try {
        once = progress.writeOnce(request());
      } catch (IOException bodyFailure) {
        return fail(bodyFailure);
      }
      SentRequest sent = network.send(once, timeout, this);
      sending = sent;
      if (progress.isCancelled()) sent.abort();
      AtomicBoolean interrupted = new AtomicBoolean();
      time.awaitOthers(
          TimeSource.FOREVER,
          () -> {
            if (Thread.interrupted()) {
              interrupted.set(true);
              cancel();
            }
            return result != null;
          });
      if (interrupted.get()) Thread.currentThread().interrupt();
      return Objects.requireNonNull(result);
    }

    @Override
    public void cancel() {
      progress.cancel();
      SentRequest sent = sending;
      if (sent != null) sent.abort();
    }

    @Override
    public boolean writes() {
      return startWriting();
    }

    @Override
    public void responded(Response response) {
      try {
        progress.interceptedStatus = response.code();
        progress.networkStatus = response.code();
        end(unaltered(WireResponse.read(response), true));
      } catch (Throwable e) {
        end(fail(e));
      }
    }

    @Override
    public void failed(IOException why) {
      end(fail(why));
    }

    @Override
    public void timedOut() {
      end(WireFailure.timedOut(progress.cancel()));
    }

    private void end(Result how) {
      result = how;
      LockSupport.unpark(caller);
    }
  }
}
