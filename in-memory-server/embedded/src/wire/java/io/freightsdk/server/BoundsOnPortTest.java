package io.freightsdk.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import io.freightsdk.server.support.Heap;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.ServerThreads;
import io.freightsdk.server.support.Service;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundsOnPortTest {
  /** By how much two measurements of the same heap may differ. */
  private static final long KEPT_BYTES = 4 << 20;

  @Test
  void closeLeavesNoThreadAndFreesThePort() throws Exception {
    int port;
    try (Service service = Service.onPort()) {
      port = service.server().port();
      service.read(service.createLoad());
      assertThat(ServerThreads.of(port)).isNotEmpty();
      service.server().close();
      service.server().close();
    }
    ServerThreads.awaitEnd(port);
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(free.isBound()).isTrue();
    }
  }

  @Test
  @Thorough("opens 10,000 connections, and their threads end after some seconds")
  void tenThousandIdleConnectionsGiveTheirThreadsAndMemoryBack() throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      openIdle(server, 1).get(0).close();
      long before = Heap.usedBytes();
      List<Socket> idle = openIdle(server, 10_000);
      for (Socket socket : idle) socket.close();
      idle.clear();

      ServerThreads.awaitEnd(server.port());
      long kept = Heap.usedBytes() - before;
      // A closed socket is let go in several collections, by a thread that may be late.
      for (int i = 0; i < 100 && kept >= KEPT_BYTES; i++) kept = Heap.usedBytes() - before;
      assertThat(kept).isLessThan(KEPT_BYTES);
      assertThat(Http.to(server.baseUrl()).get("/__admin/health").status()).isEqualTo(200);
    }
  }

  /** Connections that were served and wait for their next request. */
  private static List<Socket> openIdle(InMemoryFreightServer server, int count) throws IOException {
    List<Socket> idle = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      idle.add(socket);
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII)).endsWith("200");
    }
    return idle;
  }

  @Test
  void fiftyServersStartAndStopInOneJvm() {
    List<InMemoryFreightServer> servers = new ArrayList<>();
    for (int i = 0; i < 50; i++) servers.add(InMemoryFreightServer.start());
    for (InMemoryFreightServer server : servers) {
      Http client = new Http(server.baseUrl(), server.createBroker("1.00").agentKey());
      assertThat(client.get("/v1/agent/balance").status()).isEqualTo(200);
    }
    servers.forEach(InMemoryFreightServer::close);
    for (InMemoryFreightServer server : servers) {
      assertThatThrownBy(() -> Http.to(server.baseUrl()).get("/__admin/health"))
          .isInstanceOf(Http.ConnectionLost.class);
    }
  }

  @Test
  void theNewestRequestsCostTheSameForTwoThousandAsForAHundred() {
    try (Service service = Service.onPort();
        RawSocket socket = RawSocket.to(service.server())) {
      String call = "GET /v1/agent/balance HTTP/1.1\r\nHost: x\r\n\r\n";
      String list = "GET /__admin/requests?limit=20 HTTP/1.1\r\nHost: localhost\r\n\r\n";
      for (int i = 0; i < 100; i++) socket.exchange(call);
      for (int i = 0; i < 20; i++) assertThat(socket.exchange(list)).isEqualTo(200);
      long ofFew = bytesOf(20, list, socket, service);
      for (int i = 0; i < 1_900; i++) socket.exchange(call);

      assertThat(bytesOf(20, list, socket, service)).isLessThan(ofFew * 3 / 2);
    }
  }

  /** What the server allocates for one of these requests. */
  private static long bytesOf(int times, String request, RawSocket socket, Service service) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Thread> serving = ServerThreads.of(service.server().port());
    // The JVM does not count for virtual threads.
    assumeThat(serving).hasSize(1);
    long before = threads.getThreadAllocatedBytes(serving.get(0).getId());
    for (int i = 0; i < times; i++) socket.exchange(request);
    return (threads.getThreadAllocatedBytes(serving.get(0).getId()) - before) / times;
  }
}
