// Which exit status each error of the modules ends the command with: the only place that knows both sides.
import Compositor
import CoreGraphics
import GLRenderer
import ImageFiles
import Multiplane
import SceneFiles
import Video

extension SceneFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch kind {
    case .malformed, .tooLarge, .unsupported: .malformedInput
    case .notFound, .unreadable: .noInput
    case .unknownState: .usage
    }
  }
}

extension ImageFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch problem {
    case .notFound, .unreadable: .noInput
    case .unknownFormat, .truncated, .corrupt, .unsupported, .tooLarge: .malformedInput
    case .unwritable: .cannotWrite
    case .encodingFailed: .internalError
    }
  }
}

extension FontRegistrationError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .noFont: .malformedInput
    case .alreadyRegistered, .notRegistered: .internalError
    }
  }
}

extension VideoError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .badOutputName, .unsupportedSize, .badOption: .usage
    case .cannotWrite: .cannotWrite
    case .closedPipe: .brokenPipe
    case .outOfMemory: .temporaryFailure
    case .encodingFailed: .internalError
    case .cancelled: .interrupted
    }
  }
}

extension GLError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .unknownDisplayChoice: .usage
    case .noDisplay: .unavailable
    case .threadNotStarted, .contextLost: .temporaryFailure
    case .frameTooLarge: .usage
    case .overMemoryLimit: .malformedInput
    case .shader, .incompleteTarget: .internalError
    case .failed(let codes, _, _):
      // GL_OUT_OF_MEMORY
      codes.contains(GLErrorCode(rawValue: 0x0505)) ? .temporaryFailure : .internalError
    case .reported: .internalError
    }
  }
}

extension UnknownOptimization: ExitStatusError {
  var exitStatus: ExitStatus { .usage }
}

extension CaptureError: ExitStatusError {
  var exitStatus: ExitStatus { .malformedInput }
}
