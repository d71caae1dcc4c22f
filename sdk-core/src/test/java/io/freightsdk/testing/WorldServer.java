package io.freightsdk.testing;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.ServerInProcess.Received;
import io.freightsdk.testing.WorldNetwork.Responder;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kotlin.Pair;
import okhttp3.Request;
import okhttp3.Response;

/** The in-memory server in a {@link World}. It responds as over sockets, without them. */
public final class WorldServer implements WorldNetwork.Service {
  private final World world;
  private final InMemoryFreightServer server;

  private WorldServer(World world, InMemoryFreightServer server) {
    this.world = world;
    this.server = server;
  }

  /** A server with the time of the world, to which the network of the world leads. */
  public static InMemoryFreightServer in(World world) {
    InMemoryFreightServer server =
        ServerInProcess.start(
            InMemoryFreightServer.builder().clockStart(World.START), world::nanos);
    world.network().routeTo(new WorldServer(world, server));
    return server;
  }

  @Override
  public void serve(Request request, byte[] body, Responder responder) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (Pair<? extends String, ? extends String> header : request.headers()) {
      headers.add(Map.entry(header.getFirst(), header.getSecond()));
    }
    String query = request.url().encodedQuery();
    String path = request.url().encodedPath();
    ServerInProcess.call(
        server,
        request.method(),
        query == null ? path : path + "?" + query,
        headers,
        body,
        world::after,
        came -> respond(came, responder));
  }

  private static void respond(Received came, Responder responder) {
    Duration after = came.after();
    IOException broken =
        switch (came.delivery()) {
          case WHOLE -> null;
          case TRUNCATED -> new ProtocolException("unexpected end of stream");
          case RANDOM_BYTES -> new ProtocolException("Unexpected status line");
          case RESET -> new SocketException("Connection reset");
          case CLOSED -> new EOFException("\\n not found: limit=0 content=…");
        };
    if (broken != null) {
      responder.fail(after, broken);
      return;
    }
    Response.Builder head = new Response.Builder().code(came.status());
    came.headers().forEach(head::header);
    responder.respond(after, head, came.body());
  }
}
