package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.HttpEngine;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The servers that answer at the addresses of another, each below a path of its own: what {@code
 * /v1/agent/loads} is to fork 1 is {@code /__forks/1/v1/agent/loads} to its callers. So a server
 * whose one port is published has forks that can be reached. Safe for use by several threads.
 */
final class Forks {
  private static final String ROOT = "/__forks/";

  /** Of a server, its forks, their forks, and so on. */
  private final AtomicInteger open;

  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /** Of a server that is no fork. */
  Forks() {
    this(new AtomicInteger());
  }

  private Forks(AtomicInteger open) {
    this.open = open;
  }

  /** Answers what is for a fork there, and everything else by {@code own}. */
  HttpEngine.Handler before(Front own) {
    return request -> {
      String path = request.rawPath();
      if (!path.startsWith(ROOT)) return own.handle(request);
      int end = path.indexOf('/', ROOT.length());
      Place place = places.get(path.substring(ROOT.length(), end < 0 ? path.length() : end));
      return place == null
          ? own.refuse(request, new Refusal.NotFound("No such fork; perhaps it was closed"))
          : place.handle(request);
    };
  }

  /**
   * A place for one more fork.
   *
   * @throws IllegalStateException when {@code most} are open in all
   */
  Place add(int most) {
    if (open.getAndUpdate(forks -> forks < most ? forks + 1 : forks) >= most) {
      throw new IllegalStateException(most + " forks are open; close one first");
    }
    return new Place(Long.toString(numbers.incrementAndGet()));
  }

  /** Where one fork answers, from {@link #serve} to {@link #close}. */
  final class Place {
    private final String id;

    /** Requests that are being answered, to be cut off at the end. */
    private final Set<Request> served = ConcurrentHashMap.newKeySet();

    private volatile HttpEngine.@Nullable Handler handler;
    private volatile boolean closed;

    private Place(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    String path() {
      return ROOT + id;
    }

    /** The table for the forks of this fork. */
    Forks inner() {
      return new Forks(open);
    }

    void serve(HttpEngine.Handler answering) {
      handler = answering;
      places.put(id, this);
    }

    /** Cuts off whoever is being answered. Further calls do nothing. */
    void close() {
      synchronized (this) {
        if (closed) return;
        closed = true;
      }
      places.remove(id);
      open.decrementAndGet();
      served.forEach(Request::reset);
    }

    private Response handle(Request request) throws IOException {
      HttpEngine.Handler answering = handler;
      if (answering == null) throw new IOException("the fork does not serve yet");
      begin(request);
      try {
        Response answer = answering.handle(request.below(path()));
        Response.Stream stream = answer.stream();
        return stream == null ? answer : answer.withStream(out -> follow(request, stream, out));
      } finally {
        served.remove(request);
      }
    }

    private void follow(Request request, Response.Stream stream, OutputStream out)
        throws IOException {
      begin(request);
      try {
        stream.writeTo(out);
      } finally {
        served.remove(request);
      }
    }

    /** Whoever is not there when the fork closes finds it closed. */
    private void begin(Request request) throws IOException {
      served.add(request);
      if (!closed) return;
      served.remove(request);
      throw new IOException("the fork is closed");
    }
  }
}
