package io.freightsdk.examples.benchmarks.entries;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Instruments every method of the client and its models to call {@link Entries} when it begins; the
 * server and these benchmarks are left out. Methods that the compiler generates for lambdas and
 * bridges do not count.
 *
 * <p>An accessor is a method that branches nowhere, calls nothing and stores nothing: it returns a
 * field, a record component or a constant. Constructors and class initializers are no accessors but
 * are left out with them.
 */
public final class EntryAgent implements ClassFileTransformer {
  private static final String OURS = "io/freightsdk/";
  private static final String SERVER = OURS + "server/";
  private static final String EXAMPLES = OURS + "examples/";

  private EntryAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new EntryAgent());
  }

  /** A jar that names this class as an agent; the class itself comes from the class path. */
  static Path jar(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), EntryAgent.class.getName());
    Path jar = folder.resolve("entry-agent.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Override
  public byte @Nullable [] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    boolean ours =
        name != null
            && name.startsWith(OURS)
            && !name.startsWith(SERVER)
            && !name.startsWith(EXAMPLES);
    if (!ours) return null;
    try {
      return counting(classFile);
    } catch (RuntimeException e) {
      // Otherwise the JVM would continue silently, and the count would be too low.
      System.err.println("could not instrument " + name + ": " + e);
      throw e;
    }
  }

  private static byte[] counting(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    AccessorFinder accessors = new AccessorFinder();
    reader.accept(accessors, ClassReader.SKIP_DEBUG);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Counter(writer, accessors), 0);
    return writer.toByteArray();
  }

  /** Puts the call of {@link Entries#hit} in front of every body. */
  private static final class Counter extends ClassVisitor {
    private final AccessorFinder accessors;
    private String folder = "";
    private String type = "";
    private String file = "";

    Counter(ClassVisitor next, AccessorFinder accessors) {
      super(Opcodes.ASM9, next);
      this.accessors = accessors;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      super.visit(version, access, name, signature, superName, interfaces);
      type = name;
      folder = name.substring(0, name.lastIndexOf('/') + 1);
      file = name + ".class";
    }

    @Override
    public void visitSource(String source, @Nullable String debug) {
      super.visitSource(source, debug);
      file = folder + source;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor body = super.visitMethod(access, name, descriptor, signature, exceptions);
      boolean hasBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      boolean written = (access & Opcodes.ACC_SYNTHETIC) == 0;
      if (!hasBody || !written) return body;
      boolean plain = !name.startsWith("<") && !accessors.contains(name, descriptor);
      int id =
          Entries.add(
              new Entries.Method(type.substring(folder.length()) + "." + name, file, plain));
      return new MethodVisitor(Opcodes.ASM9, body) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitLdcInsn(id);
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, Type.getInternalName(Entries.class), "hit", "(I)V", false);
        }
      };
    }
  }
}
