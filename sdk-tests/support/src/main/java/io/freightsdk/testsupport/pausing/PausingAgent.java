package io.freightsdk.testsupport.pausing;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts a call of {@link Pauses#here} at the entry of each method of the SDK, before it takes a
 * monitor, and before it calls {@code java.util.concurrent}. Tests, the server and examples go on
 * without a pause.
 */
public final class PausingAgent implements ClassFileTransformer {
  private static final String OURS = "io/freightsdk/";

  private PausingAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new PausingAgent());
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !name.startsWith(OURS) || isOfTests(domain)) return null;
    String below = name.substring(OURS.length());
    if (below.matches("(server|examples|testsupport)/.*")) return null;
    try {
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Pausing(writer, name.substring(name.lastIndexOf('/') + 1)), 0);
      return writer.toByteArray();
    } catch (RuntimeException e) {
      // Otherwise the JVM would continue silently without pauses.
      System.err.println("could not instrument " + name + ": " + e);
      throw e;
    }
  }

  private static boolean isOfTests(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    return source != null && String.valueOf(source.getLocation()).contains("test-classes");
  }

  private static final class Pausing extends ClassVisitor {
    private final String type;

    Pausing(ClassVisitor next, String type) {
      super(Opcodes.ASM9, next);
      this.type = type;
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
      boolean everywhere = Pauses.AT.isEmpty();
      boolean here = everywhere || Pauses.AT.equals(type + "." + name);
      if (!hasBody || !here) return body;
      return new MethodVisitor(Opcodes.ASM9, body) {
        private void pause() {
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, Type.getInternalName(Pauses.class), "here", "()V", false);
        }

        @Override
        public void visitCode() {
          super.visitCode();
          pause();
        }

        @Override
        public void visitInsn(int opcode) {
          if (everywhere && opcode == Opcodes.MONITORENTER) pause();
          super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String given, boolean isInterface) {
          if (everywhere && owner.startsWith("java/util/concurrent/")) pause();
          super.visitMethodInsn(opcode, owner, called, given, isInterface);
        }
      };
    }
  }
}
