package io.freightsdk.testing;

import io.freightsdk.internal.environment.SimulatedNetwork;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** The network of a {@link World}: between its clients and the services that a test puts there. */
public final class WorldNetwork implements SimulatedNetwork {
  /** Plays a service. */
  public interface Service {
    /**
     * Whether it can be reached; nothing is written if not.
     *
     * @throws IOException as a connection would that cannot be made
     */
    default void connect(Request request) throws IOException {}

    /** A whole request has arrived. It is answered once, in this call or in a later one. */
    void serve(Request request, byte[] body, Answering answering);
  }

  /** How a service answers one request. */
  public interface Answering {
    /** An answer comes after so long. */
    void answer(Duration after, Response.Builder answer, byte[] body);

    /** An answer begins after so long, and breaks off after this much of its body. */
    void breakOff(Duration after, Response.Builder answer, byte[] begun, IOException how);

    /** The connection breaks after so long. */
    void breakDown(Duration after, IOException how);
  }

  private final World world;
  private final Map<String, Service> services = new HashMap<>();
  private final List<Out> out = new ArrayList<>();
  private @Nullable Service everywhere;
  private Duration latency = Duration.ZERO;
  private int sent;
  private Consumer<Request> hears = request -> {};

  WorldNetwork(World world) {
    this.world = world;
  }

  /** From now on requests to any host that has no service of its own arrive there. */
  public void leadTo(Service service) {
    everywhere = service;
  }

  /** From now on what stands there stands in front of the service that requests arrived at. */
  public void putInFront(UnaryOperator<Service> made) {
    everywhere = made.apply(Objects.requireNonNull(everywhere, "no service to stand in front of"));
  }

  /** From now on requests to this host arrive there. */
  public void lead(String host, Service service) {
    services.put(host, service);
  }

  /** From now on no connection to this host can be made, and this is why. */
  public void cutOff(String host, IOException why) {
    lead(
        host,
        new Service() {
          @Override
          public void connect(Request request) throws IOException {
            throw why;
          }

          @Override
          public void serve(Request request, byte[] body, Answering answering) {
            throw new AssertionError("a request at " + host);
          }
        });
  }

  /**
   * From now on each answer is so long on its way. At first it is there at once: then a call is
   * over when everything has happened that is due.
   */
  public void latency(Duration latency) {
    this.latency = latency;
  }

  /** From now on this hears of each request that is about to be written. */
  public void hear(Consumer<Request> listener) {
    hears = listener;
  }

  /** Requests that have been written, whole or not. */
  public int sent() {
    return sent;
  }

  /** Requests that have not ended. */
  public int onTheirWay() {
    return out.size();
  }

  @Override
  public Sending send(Request request, Duration timeout, Events events) {
    Out sending = new Out(request, events);
    out.add(sending);
    world.onClientThread(Duration.ZERO, sending::write);
    sending.timeout = world.onClientThread(timeout, () -> sending.end(events::timedOut));
    return sending::giveUp;
  }

  private Service service(Request request) throws IOException {
    Service own = services.getOrDefault(request.url().host(), everywhere);
    if (own == null) throw new UnknownHostException("no service in this world");
    return own;
  }

  void close() {
    if (!out.isEmpty()) throw new AssertionError("requests have not ended: " + out.size());
  }

  /** One request. */
  private final class Out implements Answering {
    private final Request request;
    private final Events events;
    private Runnable timeout = () -> {};
    private boolean ended;

    Out(Request request, Events events) {
      this.request = request;
      this.events = events;
    }

    void end(Runnable how) {
      if (ended) return;
      ended = true;
      timeout.run();
      out.remove(this);
      how.run();
    }

    void giveUp() {
      // An answer that is there already is still heard.
      world.onClientThread(
          Duration.ZERO, () -> end(() -> events.failed(new IOException("Canceled"))));
    }

    void write() {
      if (ended) return;
      Buffer written = new Buffer();
      Service service;
      try {
        service = service(request);
        service.connect(request);
        if (!events.writes()) throw new IOException("Canceled");
        sent++;
        hears.accept(request);
        RequestBody body = request.body();
        if (body != null) body.writeTo(written);
      } catch (IOException why) {
        end(() -> events.failed(why));
        return;
      }
      service.serve(request, written.readByteArray(), this);
    }

    @Override
    public void answer(Duration after, Response.Builder answer, byte[] body) {
      answer(after, answer, new Buffer().write(body));
    }

    @Override
    public void breakOff(Duration after, Response.Builder answer, byte[] begun, IOException how) {
      Buffer part = new Buffer().write(begun);
      Source broken =
          new ForwardingSource(part) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
              if (part.exhausted()) throw how;
              return super.read(sink, byteCount);
            }
          };
      answer(after, answer, Okio.buffer(broken));
    }

    private void answer(Duration after, Response.Builder answer, BufferedSource body) {
      Response made =
          answer
              .request(request)
              .protocol(Protocol.HTTP_1_1)
              .message("")
              .body(ResponseBody.create(body, null, body instanceof Buffer all ? all.size() : -1))
              .build();
      world.onClientThread(latency.plus(after), () -> end(() -> events.answered(made)));
    }

    @Override
    public void breakDown(Duration after, IOException how) {
      world.onClientThread(latency.plus(after), () -> end(() -> events.failed(how)));
    }
  }
}
