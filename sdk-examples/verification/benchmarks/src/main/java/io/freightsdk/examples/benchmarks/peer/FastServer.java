package io.freightsdk.examples.benchmarks.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server all clients are measured against: one thread that answers GETs with constant bytes, as
 * fast as a JVM can. It listens twice, and on the second port answers after 20 ms. The ports go to
 * standard output; it ends with its standard input.
 */
public final class FastServer {
  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Selector selector = Selector.open();
  private final Answers answers = new Answers();

  /** In order of their time: all wait equally long. */
  private final Queue<Late> late = new ArrayDeque<>();

  private FastServer() throws IOException {}

  public static void main(String[] arguments) throws IOException {
    FastServer server = new FastServer();
    System.out.println(server.listen(false) + " " + server.listen(true));
    Thread end =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) continue;
              } catch (IOException gone) {
                // Ends all the same.
              }
              System.exit(0);
            });
    end.setDaemon(true);
    end.start();
    server.serve();
  }

  private int listen(boolean delayed) throws IOException {
    ServerSocketChannel door = ServerSocketChannel.open();
    door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2048);
    door.configureBlocking(false);
    door.register(selector, SelectionKey.OP_ACCEPT, delayed);
    return door.socket().getLocalPort();
  }

  private void serve() throws IOException {
    while (true) {
      Late next = late.peek();
      if (next == null) {
        selector.select();
      } else {
        long wait = TimeUnit.NANOSECONDS.toMillis(next.at - System.nanoTime());
        if (wait > 0) selector.select(wait);
        else selector.selectNow();
      }
      Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
      while (keys.hasNext()) {
        SelectionKey key = keys.next();
        keys.remove();
        if (key.isAcceptable()) accept(key);
        else serve(key);
      }
      answerLate();
    }
  }

  private void accept(SelectionKey key) throws IOException {
    boolean delayed = Boolean.TRUE.equals(key.attachment());
    SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
    if (channel == null) return;
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.register(selector, SelectionKey.OP_READ, new Connection(channel, delayed));
  }

  private void serve(SelectionKey key) {
    Connection connection = (Connection) key.attachment();
    try {
      ByteBuffer answer = connection.read(answers);
      if (answer == null) return;
      if (connection.delayed)
        late.add(new Late(connection, answer, System.nanoTime() + DELAY_NANOS));
      else connection.write(answer);
    } catch (IOException gone) {
      connection.close();
    }
  }

  private void answerLate() {
    long now = System.nanoTime();
    for (Late next = late.peek(); next != null && next.at - now <= 0; next = late.peek()) {
      late.remove();
      try {
        next.connection.write(next.answer);
      } catch (IOException gone) {
        next.connection.close();
      }
    }
  }

  private record Late(Connection connection, ByteBuffer answer, long at) {}

  /** One connection of one client, which sends its next request after the answer. */
  private static final class Connection {
    private final SocketChannel channel;
    private final boolean delayed;
    private final ByteBuffer request = ByteBuffer.allocate(8192);

    Connection(SocketChannel channel, boolean delayed) {
      this.channel = channel;
      this.delayed = delayed;
    }

    /** The answer when the request is whole. */
    @Nullable ByteBuffer read(Answers answers) throws IOException {
      int count = channel.read(request);
      if (count < 0) throw new IOException("closed by the client");
      int end = request.position();
      byte[] bytes = request.array();
      boolean whole =
          end >= 4
              && bytes[end - 1] == '\n'
              && bytes[end - 2] == '\r'
              && bytes[end - 3] == '\n'
              && bytes[end - 4] == '\r';
      if (!whole) return null;
      ByteBuffer answer = answers.of(bytes, end);
      request.clear();
      return answer;
    }

    void write(ByteBuffer answer) throws IOException {
      while (answer.hasRemaining()) {
        int written = channel.write(answer);
        // 45 KB fit into the buffers of a loopback connection; a client that does not read waits.
        if (written == 0) Thread.onSpinWait();
      }
    }

    void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }
  }
}
