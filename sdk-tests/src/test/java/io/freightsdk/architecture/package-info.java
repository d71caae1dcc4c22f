/** Rules of the architecture: that they can fail, and that every module has them. */
package io.freightsdk.architecture;
