package io.freightsdk.testing;

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

/** The network between the clients of a {@link World} and the services of a test. */
public final class WorldNetwork implements SimulatedNetwork {
  /** A service that handles the requests of clients. */
  public interface Service {
    /**
     * Connects a client. If this fails, nothing is written.
     *
     * @throws IOException the failure of the connection
     */
    default void connect(Request request) throws IOException {}

    /** Handles a whole request. The responder is called once, in this call or later. */
    void serve(Request request, byte[] body, Responder responder);
  }

  /** Sends the response to one request. */
  public interface Responder {
    /** Sends a response after this time. */
    void respond(Duration after, Response.Builder response, byte[] body);

    /** Starts a response after this time, and fails after this part of its body. */
    void truncate(Duration after, Response.Builder response, byte[] begun, IOException how);

    /** Fails the connection after this time. */
    void fail(Duration after, IOException how);
  }

  private final World world;
  private final Map<String, Service> servicesByHost = new HashMap<>();
  private final List<OpenRequest> open = new ArrayList<>();
  private @Nullable Service defaultService;
  private Duration latency = Duration.ZERO;
  private int sent;
  private Consumer<Request> connectListener = request -> {};
  private Consumer<Request> requestListener = request -> {};

  WorldNetwork(World world) {
    this.world = world;
  }

  /** Routes requests to this service, unless their host has one of its own. */
  public void routeTo(Service service) {
    defaultService = service;
  }

  /** Wraps the service for all hosts. */
  public void wrapService(UnaryOperator<Service> wrapper) {
    defaultService =
        wrapper.apply(Objects.requireNonNull(defaultService, "no service to stand in front of"));
  }

  /** Routes requests to this host to this service. */
  public void route(String host, Service service) {
    servicesByHost.put(host, service);
  }

  /** Makes every connection to this host fail with this exception. */
  public void refuseConnections(String host, IOException why) {
    route(
        host,
        new Service() {
          @Override
          public void connect(Request request) throws IOException {
            throw why;
          }

          @Override
          public void serve(Request request, byte[] body, Responder responder) {
            throw new AssertionError("a request at " + host);
          }
        });
  }

  /** Ends {@link #refuseConnections} of this host. */
  public void acceptConnections(String host) {
    servicesByHost.remove(host);
  }

  /**
   * Delays each response by this time. Without a delay a call has ended when everything has
   * happened that is due.
   */
  public void latency(Duration latency) {
    this.latency = latency;
  }

  /** Calls this listener after the connection for each request is made. */
  public void onConnect(Consumer<Request> listener) {
    connectListener = listener;
  }

  /** Calls this listener before each request is written. */
  public void onRequest(Consumer<Request> listener) {
    requestListener = listener;
  }

  /** The number of requests that were written, whole or in part. */
  public int sentRequests() {
    return sent;
  }

  /** The number of requests that have not ended. */
  public int openRequests() {
    return open.size();
  }

  @Override
  public SentRequest send(Request request, Duration timeout, Events events) {
    OpenRequest sending = new OpenRequest(request, events);
    open.add(sending);
    world.onClientThread(Duration.ZERO, sending::write);
    sending.timeout = world.onClientThread(timeout, () -> sending.end(events::timedOut));
    return sending::cancel;
  }

  private Service service(Request request) throws IOException {
    Service own = servicesByHost.getOrDefault(request.url().host(), defaultService);
    if (own == null) throw new UnknownHostException("no service in this world");
    return own;
  }

  void close() {
    if (!open.isEmpty()) throw new AssertionError("requests have not ended: " + open.size());
  }

  /** One request. */
  private final class OpenRequest implements Responder {
    private final Request request;
    private final Events events;
    private Runnable timeout = () -> {};
    private boolean ended;

    OpenRequest(Request request, Events events) {
      this.request = request;
      this.events = events;
    }

    void end(Runnable how) {
      if (ended) return;
      ended = true;
      timeout.run();
      open.remove(this);
      how.run();
    }

    void cancel() {
      // A response that has arrived already is still delivered.
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
        connectListener.accept(request);
        if (!events.writes()) throw new IOException("Canceled");
        sent++;
        requestListener.accept(request);
        RequestBody body = request.body();
        if (body != null) body.writeTo(written);
      } catch (IOException why) {
        end(() -> events.failed(why));
        return;
      }
      service.serve(request, written.readByteArray(), this);
    }

    @Override
    public void respond(Duration after, Response.Builder response, byte[] body) {
      respond(after, response, new Buffer().write(body));
    }

    @Override
    public void truncate(Duration after, Response.Builder response, byte[] begun, IOException how) {
      Buffer part = new Buffer().write(begun);
      Source broken =
          new ForwardingSource(part) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
              if (part.exhausted()) throw how;
              return super.read(sink, byteCount);
            }
          };
      respond(after, response, Okio.buffer(broken));
    }

    private void respond(Duration after, Response.Builder response, BufferedSource body) {
      Response made =
          response
              .request(request)
              .protocol(Protocol.HTTP_1_1)
              .message("")
              .body(ResponseBody.create(body, null, body instanceof Buffer all ? all.size() : -1))
              .build();
      world.onClientThread(latency.plus(after), () -> end(() -> events.responded(made)));
    }

    @Override
    public void fail(Duration after, IOException how) {
      world.onClientThread(latency.plus(after), () -> end(() -> events.failed(how)));
    }
  }
}
